import type { Metric } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { createEvaluator } from '../grid/evaluator.ts';
import type { ValueTable } from '../sweep/value-table.ts';
import type { Grid } from './grid.ts';

/** Every setting of a grid, scored on every query. */
export interface ScoredGrid {
	readonly grid: Grid;
	readonly table: ValueTable;
	/** Query indices of the table's columns: those that can be scored. */
	readonly columns: Int32Array;
}

export function scoreGrid(kept: KeptLegs, grid: Grid, metric: Metric, depth: number): ScoredGrid {
	const evaluator = createEvaluator(kept, [metric], depth);
	const out = new Float64Array(evaluator.queries);
	let columns = new Int32Array(0);
	let values = new Float64Array(0);
	grid.pipelines.forEach((pipeline, point) => {
		evaluator.evaluate(pipeline, out);
		if (point === 0) {
			// Which queries can be scored is the same at every point.
			columns = Int32Array.from(out.keys()).filter((query) => !Number.isNaN(out[query]));
			values = new Float64Array(grid.pipelines.length * columns.length);
		}
		for (let i = 0; i < columns.length; i++) values[point * columns.length + i] = out[columns[i] as number] as number;
	});
	return {
		grid,
		columns,
		table: { points: grid.pipelines.length, queries: columns.length, values, preference: grid.preference },
	};
}
