import type { RandomStream } from '../random.ts';
import type { ClusterSums } from './clusters.ts';
import { type Randomisation, randomisationTest } from './randomisation.ts';

/** Up to this many clusters that moved, every pattern of signs is looked at. */
export const EXACT_CLUSTERS = 20;

/**
 * The randomisation test with whole clusters: under the null hypothesis that the two systems are exchangeable on every
 * cluster, the sign of each cluster's sum is a fair coin. Exact up to {@link EXACT_CLUSTERS} clusters, and then never
 * below 2 / 2^clusters.
 */
export function clusterSignFlips({ sums }: ClusterSums, stream: RandomStream): Randomisation {
	// Deltas that cancel within a cluster leave rounding, not a sign.
	const reach = sums.reduce((most, sum) => Math.max(most, Math.abs(sum)), 0);
	const clean = Array.from(sums, (sum) => (Math.abs(sum) <= 1e-12 * reach ? 0 : sum));
	return randomisationTest(clean, stream, undefined, 2 ** EXACT_CLUSTERS);
}
