import { assumedClusterDeltas, seenClusterDeltas } from '../../stats/cluster-deltas.ts';
import {
	type DeltaDistribution,
	distributionOf,
	eitherWay,
	redrawnDistribution,
} from '../../stats/delta-distribution.ts';
import { meanDelta } from '../../stats/deltas.ts';
import { clusterNames } from '../cluster-choice.ts';
import { deltasOf, type MetricColumns } from '../columns.ts';

/**
 * The source of the noise between builds of the same quality.
 *
 * `against`: a second run shows it. Its per-query deltas from the baseline count either way round, so that neither
 * build is the better one.
 *
 * `assumed`: with chance 1 - `correlation` a query takes the score of another query, else it keeps its own. The scores
 * of two builds then correlate by `correlation` over queries (see `redrawnDistribution`). Where queries come in clusters,
 * deltas of one cluster are as alike as the baseline's scores are (see `assumedClusterDeltas`).
 */
export type NoiseSource =
	| { readonly kind: 'against'; readonly path: string; readonly system: string }
	| { readonly kind: 'assumed'; readonly correlation: number };

/** How the scores of a build of the same quality differ from the baseline's, unit by unit. */
export interface BuildNoise {
	/** The distribution of one unit's delta; symmetric about 0. Their mean is the mean over queries. */
	readonly deltas: DeltaDistribution;
	/** Units that the gate has: its queries, or the clusters that they come in. */
	readonly units: number;
	/** Queries in a unit, on average. */
	readonly perUnit: number;
	/** The baseline's mean: no drop is larger. */
	readonly mean: number;
	/** The largest size that a unit's delta can have. */
	readonly max: number;
	/** Where units are clusters: how alike the deltas of one are, seen or assumed; undefined where nothing varies. */
	readonly clusters?: { readonly icc: number | undefined };
}

/** The noise around the first column's scores; a second column, where there is one, shows it. */
export function buildNoise(columns: MetricColumns, correlation: number, seed: number): BuildNoise {
	const { max } = columns;
	const scores = columns.values[0] ?? [];
	const seen = columns.values.length > 1 ? deltasOf(columns, 1) : undefined;
	const mean = meanDelta(scores);
	const clusters = clusterNames(columns.queries);
	if (clusters !== undefined) {
		const units =
			seen === undefined
				? assumedClusterDeltas(scores, clusters, correlation, max, seed)
				: seenClusterDeltas(seen, clusters, max);
		return {
			deltas: eitherWay(units.distribution),
			...{ units: units.clusters, perUnit: units.typical, mean, max: units.max },
			clusters: { icc: units.icc },
		};
	}
	return {
		deltas:
			seen === undefined
				? redrawnDistribution(scores, correlation)
				: distributionOf([...seen, ...seen.map((delta) => -delta)]),
		...{ units: scores.length, perUnit: 1, mean, max },
	};
}
