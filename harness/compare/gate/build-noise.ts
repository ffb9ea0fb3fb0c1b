import { type DeltaDistribution, distributionOf, redrawnDistribution } from '../../stats/delta-distribution.ts';
import { meanDelta } from '../../stats/deltas.ts';
import type { MetricColumns } from '../columns.ts';
import { deltasOf } from '../columns.ts';

/**
 * The source of the noise between builds of the same quality.
 *
 * `against`: a second run shows it. Its per-query deltas from the baseline count either way round, so that neither
 * build is the better one.
 *
 * `assumed`: with chance 1 - `correlation` a query takes the score of another query, else it keeps its own. The scores
 * of two builds then correlate by `correlation` over queries (see `redrawnDistribution`).
 */
export type NoiseSource =
	| { readonly kind: 'against'; readonly path: string; readonly system: string }
	| { readonly kind: 'assumed'; readonly correlation: number };

/** How the scores of a build of the same quality differ from the baseline's, query by query. */
export interface BuildNoise {
	/** The distribution of one query's delta; symmetric about 0. */
	readonly deltas: DeltaDistribution;
	/** Queries that the gate has. */
	readonly queries: number;
	/** The baseline's mean: no drop is larger. */
	readonly mean: number;
	/** The largest size that a delta can have: the metric's largest value. */
	readonly max: number;
}

/** The noise around the first column's scores; a second column, where there is one, shows it. */
export function buildNoise(columns: MetricColumns, correlation: number): BuildNoise {
	const scores = columns.values[0] ?? [];
	const seen = columns.values.length > 1 ? deltasOf(columns, 1) : undefined;
	return {
		deltas:
			seen === undefined
				? redrawnDistribution(scores, correlation)
				: distributionOf([...seen, ...seen.map((delta) => -delta)]),
		queries: scores.length,
		mean: meanDelta(scores),
		max: columns.max,
	};
}
