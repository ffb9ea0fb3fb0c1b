import type { Metric, Progress } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { createEvaluator, poolKey } from './evaluator.ts';
import type { ValueTable } from './value-table.ts';

/** Every point of a grid, scored on every query. */
export interface ScoredGrid {
	/** The first metric, by point and query. */
	readonly table: ValueTable;
	/** Query indices of the table's columns: those that can be scored on the first metric. */
	readonly columns: Int32Array;
	/** By point, by metric: the mean over the queries that can be scored on it. */
	readonly means: readonly Float64Array[];
}

export interface ScoreGridOptions {
	readonly metrics: readonly Metric[];
	/** How many documents a system returns. */
	readonly depth: number;
	readonly progress?: Progress | undefined;
}

/** Scores pipelines from kept rankings. `preference` as in {@link ValueTable}. */
export function scoreGrid(
	kept: KeptLegs,
	pipelines: readonly Pipeline[],
	preference: Int32Array,
	{ metrics, depth, progress }: ScoreGridOptions,
): ScoredGrid {
	const evaluator = createEvaluator(kept, metrics, depth);
	const { queries } = evaluator;
	const out = new Float64Array(metrics.length * queries);
	const means = new Array<Float64Array>(pipelines.length);
	let columns = new Int32Array(0);
	let values = new Float64Array(0);
	const bar = progress?.start('sweeping', pipelines.length);
	for (const point of pointsByPool(pipelines)) {
		evaluator.evaluate(pipelines[point] as Pipeline, out);
		if (columns.length === 0) {
			// Which queries can be scored is the same at every point.
			columns = Int32Array.from(out.subarray(0, queries).keys()).filter((query) => !Number.isNaN(out[query]));
			values = new Float64Array(pipelines.length * columns.length);
		}
		for (let i = 0; i < columns.length; i++) values[point * columns.length + i] = out[columns[i] as number] as number;
		means[point] = Float64Array.from(metrics, (_, m) => meanOf(out.subarray(m * queries, (m + 1) * queries)));
		bar?.advance();
	}
	bar?.stop();
	return { columns, means, table: { points: pipelines.length, queries: columns.length, values, preference } };
}

/** Points that share their pools one after another, so that pools are built once. */
function pointsByPool(pipelines: readonly Pipeline[]): readonly number[] {
	const groups = new Map<string, number[]>();
	pipelines.forEach((pipeline, point) => {
		const key = poolKey(pipeline);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [point]);
		else group.push(point);
	});
	return [...groups.values()].flat();
}

function meanOf(values: Float64Array): number {
	let sum = 0;
	let n = 0;
	for (const value of values) {
		if (Number.isNaN(value)) continue;
		sum += value;
		n++;
	}
	return n === 0 ? Number.NaN : sum / n;
}
