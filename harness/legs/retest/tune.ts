import type { Metric } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { crossValidate, type HeldOut } from '../grid/cross-validation.ts';
import type { Folds } from '../grid/folds.ts';
import { type ScoredGrid, scoreGrid } from '../grid/score-grid.ts';
import { bestPoint, pointMeans } from '../grid/value-table.ts';
import type { Grid } from './grid.ts';
import type { Tuned } from './report.ts';

/** A system, tuned: what it is worth on queries that had no part in the choice, and the setting that all queries choose. */
export interface TunedSystem extends Pick<ScoredGrid, 'table' | 'columns'> {
	readonly grid: Grid;
	readonly heldOut: HeldOut;
	/** Index of the setting that is chosen on all queries. */
	readonly best: number;
	/** By setting: its mean over all queries. */
	readonly means: Float64Array;
}

/** `folds`: how the queries are dealt, given how many there are to deal. */
export function tune(
	kept: KeptLegs,
	grid: Grid,
	{ metric, depth }: { readonly metric: Metric; readonly depth: number },
	folds: Folds | ((scored: ScoredGrid) => Folds),
): TunedSystem {
	const scored = scoreGrid(kept, grid.pipelines, grid.preference, { metrics: [metric], depth });
	const { table } = scored;
	const means = pointMeans(
		table,
		Int32Array.from({ length: table.queries }, (_, column) => column),
	);
	return {
		grid,
		table,
		columns: scored.columns,
		heldOut: crossValidate(table, typeof folds === 'function' ? folds(scored) : folds, ['best']).best,
		best: bestPoint(table, means),
		means,
	};
}

export function tunedFigures({ grid, best, means, heldOut }: TunedSystem): Tuned {
	const { legs } = grid.pipelines[best] as Grid['pipelines'][number];
	return {
		heldOut: meanOf(heldOut.values),
		optimistic: means[best] as number,
		weights: Object.fromEntries(legs.map(({ name, weight }) => [name, weight])),
		depth: legs[0]?.depth ?? 0,
		settings: grid.pipelines.length,
	};
}

/** Mean over repeats and queries. */
export function meanOf(values: readonly Float64Array[]): number {
	let sum = 0;
	let count = 0;
	for (const repeat of values) {
		for (const value of repeat) sum += value;
		count += repeat.length;
	}
	return count === 0 ? 0 : sum / count;
}
