import type { Deltas } from './deltas.ts';

/** Deltas summed by cluster: the queries of one scope (a conversation, a user) are one cluster. */
export interface ClusterSums {
	/** Queries in all. */
	readonly n: number;
	/** Mean over queries. */
	readonly mean: number;
	/** Queries of each cluster, in order of first appearance. */
	readonly sizes: Float64Array;
	/** Sum of the deltas of each cluster. */
	readonly sums: Float64Array;
	/** Sum of the squared deltas of each cluster. */
	readonly squares: Float64Array;
}

/** `clusters` names the cluster of every delta. */
export function clusterSums(deltas: Deltas, clusters: readonly string[]): ClusterSums {
	const indexOf = new Map<string, number>();
	for (const name of clusters) if (!indexOf.has(name)) indexOf.set(name, indexOf.size);
	const sizes = new Float64Array(indexOf.size);
	const sums = new Float64Array(indexOf.size);
	const squares = new Float64Array(indexOf.size);
	let total = 0;
	deltas.forEach((delta, row) => {
		const cluster = indexOf.get(clusters[row] as string) as number;
		sizes[cluster] = (sizes[cluster] as number) + 1;
		sums[cluster] = (sums[cluster] as number) + delta;
		squares[cluster] = (squares[cluster] as number) + delta * delta;
		total += delta;
	});
	return { n: deltas.length, mean: deltas.length === 0 ? 0 : total / deltas.length, sizes, sums, squares };
}

/** With fewer clusters the resampling of clusters is too narrow, and sign flips of whole clusters take its place. */
export const FEW_CLUSTERS = 30;

/** Every query is a cluster of its own: nothing is clustered. */
export function allSingle(clusters: readonly string[]): boolean {
	return new Set(clusters).size === clusters.length;
}

/** The smallest two-sided p that sign flips of `clusters` clusters can reach: 2 / 2^clusters. */
export function smallestP(clusters: number): number {
	return Math.min(1, 2 ** (1 - clusters));
}
