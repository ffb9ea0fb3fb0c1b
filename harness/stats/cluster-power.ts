import { clusterSums, smallestP } from './clusters.ts';
import { type DeltaDistribution, distributionOf } from './delta-distribution.ts';
import type { Deltas } from './deltas.ts';
import { type Mde, type MdeOptions, mdeOf } from './mde.ts';
import { queriesToFind } from './queries-needed.ts';

/** Power of a comparison whose units are clusters: more of them are needed, not more queries in each. */
export interface ClusterPower {
	readonly found: Mde;
	/** Clusters of these sizes with which a true `difference` (> 0) is found; undefined: no number of them. */
	readonly clustersToFind: (difference: number) => number | undefined;
	/** Mean number of queries in a cluster. */
	readonly typical: number;
}

/**
 * The simulation of `mde.ts` with clusters as the observations: each counts with the sum of its deltas in units of the
 * mean cluster size, so that their mean is the mean over queries. Nothing is found where so few clusters can't reach the
 * level ({@link smallestP}).
 */
export function clusterPower(deltas: Deltas, clusters: readonly string[], options: MdeOptions): ClusterPower {
	const { n, sizes, sums } = clusterSums(deltas, clusters);
	const typical = n / sizes.length;
	const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
	const { max = 1, room = { gain: max, loss: max } } = options;
	const settings: MdeOptions = { ...options, max: (max * largest) / typical, room };
	const distribution: DeltaDistribution = distributionOf(
		Array.from(sums, (sum) => sum / typical),
		{ queries: 1, move: max },
	);
	return {
		typical,
		found:
			smallestP(sizes.length) >= options.level
				? { mde: undefined, gain: undefined, loss: undefined }
				: mdeOf(distribution, sizes.length, settings),
		clustersToFind: (difference) => queriesToFind(distribution, difference, settings),
	};
}
