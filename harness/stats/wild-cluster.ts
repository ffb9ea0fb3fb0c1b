import { randomStream } from '../random.ts';
import type { ClusterSums } from './clusters.ts';

/** The wild cluster bootstrap of a mean. */
export interface WildCluster {
	/** One-sided p of "the true mean is `value` or less", and of "`value` or more". Never 0. */
	readonly pAtMost: (value: number) => number;
	readonly pAtLeast: (value: number) => number;
}

/** Patterns of signs, one of each cluster; the first is the one that was observed. */
export interface SignPatterns {
	/** Pattern by pattern: 1 or -1 for each cluster. */
	readonly signs: Int8Array;
	/** How many: 2^clusters where all of them are looked at. */
	readonly patterns: number;
	readonly exact: boolean;
}

/** Up to this many clusters every pattern of signs is looked at. */
const EXACT_TO = 12;
const DRAWS = 3999;

/**
 * The wild cluster bootstrap-t with the null hypothesis imposed and Rademacher weights (WCR; Cameron, Gelbach & Miller
 * 2008; Roodman et al. 2019): under "the true mean is v" the sum of each cluster's deltas - v has its sign flipped as a
 * whole, and the cluster-robust t of each pattern (residuals about its own mean) is held against the observed one. Keeps
 * its level with few clusters where t and the pairs bootstrap reject too often. `floor` is added to every squared
 * standard error. `patterns`: those of {@link signPatterns} for as many clusters.
 */
export function wildCluster(
	{ sizes, sums, n }: Pick<ClusterSums, 'sizes' | 'sums' | 'n'>,
	floor: number,
	{ signs, patterns }: SignPatterns,
): WildCluster {
	const count = sizes.length;
	const correction = count / (count - 1) / n ** 2;
	const centred = new Float64Array(count);
	let sizeSquares = 0;
	for (const size of sizes) sizeSquares += size * size;

	/** Shares of patterns whose t is at least, and at most, the observed one. */
	function tails(value: number): { readonly above: number; readonly below: number } {
		let squares = 0;
		for (let g = 0; g < count; g++) {
			const sum = (sums[g] as number) - (sizes[g] as number) * value;
			centred[g] = sum;
			squares += sum * sum;
		}
		const tOf = (pattern: number): number => {
			let total = 0;
			let cross = 0;
			for (let g = 0; g < count; g++) {
				const flipped = (signs[pattern * count + g] as number) * (centred[g] as number);
				total += flipped;
				cross += flipped * (sizes[g] as number);
			}
			const mean = total / n;
			const spread = squares - 2 * mean * cross + mean * mean * sizeSquares;
			const error = Math.sqrt(correction * Math.max(0, spread <= 1e-12 * squares ? 0 : spread) + floor);
			return Math.abs(mean) * n < 1e-12 * Math.sqrt(squares) ? 0 : mean / error;
		};
		// The first pattern is the one that was observed.
		const seen = tOf(0);
		const slack = 1e-9 * Math.max(1, Number.isFinite(seen) ? Math.abs(seen) : 1);
		let above = 1;
		let below = 1;
		for (let pattern = 1; pattern < patterns; pattern++) {
			const t = tOf(pattern);
			if (t >= seen - slack) above++;
			if (t <= seen + slack) below++;
		}
		return { above: above / patterns, below: below / patterns };
	}

	return {
		pAtMost: (value) => tails(value).above,
		pAtLeast: (value) => tails(value).below,
	};
}

/** All patterns of up to {@link EXACT_TO} clusters, else `draws` of which all but the first are random. */
export function signPatterns(count: number, seed: number, draws = DRAWS): SignPatterns {
	const exact = count <= EXACT_TO;
	return exact
		? { signs: allSigns(count), patterns: 2 ** count, exact }
		: { signs: drawnSigns(count, draws, seed), patterns: draws, exact };
}

function allSigns(count: number): Int8Array {
	const patterns = 2 ** count;
	const signs = new Int8Array(patterns * count);
	for (let pattern = 0; pattern < patterns; pattern++)
		for (let g = 0; g < count; g++) signs[pattern * count + g] = pattern & (1 << g) ? -1 : 1;
	return signs;
}

function drawnSigns(count: number, draws: number, seed: number): Int8Array {
	const signs = new Int8Array(draws * count);
	const stream = randomStream(seed, `wild-cluster/${count}`);
	for (let i = 0; i < signs.length; i++) signs[i] = i < count || stream.uint32() & 0x80000000 ? 1 : -1;
	return signs;
}
