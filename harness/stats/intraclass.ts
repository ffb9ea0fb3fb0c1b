import type { ClusterSums } from './clusters.ts';

/** How much the queries of a cluster are alike, and what that costs. */
export interface Intraclass {
	readonly clusters: number;
	/**
	 * Intraclass correlation of the deltas by one-way random effects, (MSB - MSW) / (MSB + (m0 - 1) MSW) (Donner & Koval
	 * 1980); below 0 where clusters differ less than chance would have it. Undefined where nothing varies, or where there
	 * are not both two clusters and a cluster of two queries.
	 */
	readonly icc: number | undefined;
	/** 1 + (m0 - 1) icc, never below 1 (Kish 1965): how many times as many queries these are worth one independent one. */
	readonly designEffect: number;
	/** Queries / design effect. */
	readonly effective: number;
}

export function intraclass({ n, mean, sizes, sums, squares }: ClusterSums): Intraclass {
	const clusters = sizes.length;
	const none = { clusters, icc: undefined, designEffect: 1, effective: n };
	if (clusters < 2 || clusters === n) return none;
	let between = 0;
	let within = 0;
	let sizeSquares = 0;
	for (let g = 0; g < clusters; g++) {
		const size = sizes[g] as number;
		const own = (sums[g] as number) / size;
		between += size * (own - mean) ** 2;
		within += Math.max(0, (squares[g] as number) - size * own * own);
		sizeSquares += size * size;
	}
	const meanBetween = between / (clusters - 1);
	const meanWithin = within / (n - clusters);
	const typical = (n - sizeSquares / n) / (clusters - 1);
	const total = meanBetween + (typical - 1) * meanWithin;
	if (!(total > 0)) return none;
	const icc = (meanBetween - meanWithin) / total;
	const designEffect = Math.max(1, 1 + (typical - 1) * icc);
	return { clusters, icc, designEffect, effective: n / designEffect };
}
