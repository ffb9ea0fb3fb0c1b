import { randomStream } from '../random.ts';

/** The wild cluster bootstrap of a mean. */
export interface WildCluster {
	/** One-sided p of "the true mean is `value` or less", and of "`value` or more". Never 0. */
	readonly pAtMost: (value: number) => number;
	readonly pAtLeast: (value: number) => number;
}

/** Patterns of signs for clusters of these sizes; the first is the one that was observed. */
export interface SignPatterns {
	readonly sizes: Float64Array;
	/** How many: 2^clusters where all of them are looked at. */
	readonly patterns: number;
	readonly exact: boolean;
	/** By pattern: its sum of sign x value over the clusters. */
	readonly signedSums: (values: Float64Array) => Float64Array;
	/** By pattern: its signed sums of the sizes, and of their squares. */
	readonly ofSizes: Float64Array;
	readonly ofSquares: Float64Array;
}

/** Up to this many clusters every pattern of signs is looked at. */
const EXACT_TO = 12;
const DRAWS = 3999;

/**
 * The wild cluster bootstrap-t with the null hypothesis imposed and Rademacher weights (WCR; Cameron, Gelbach & Miller
 * 2008; Roodman et al. 2019): under "the true mean is v" the sum of each cluster's deltas - v has its sign flipped as a
 * whole, and the cluster-robust t of each pattern (residuals about its own mean) is held against the observed one. Keeps
 * its level with few clusters where t and the pairs bootstrap reject too often. `floor` is added to every squared
 * standard error. `sums`: of each cluster's deltas.
 */
export function wildCluster(
	sums: Float64Array,
	floor: number,
	{ sizes, patterns, signedSums, ofSizes, ofSquares }: SignPatterns,
): WildCluster {
	const count = sizes.length;
	let n = 0;
	let sizeSquares = 0;
	let sumSquares = 0;
	let products = 0;
	let reach = 0;
	for (let g = 0; g < count; g++) {
		const size = sizes[g] as number;
		const sum = sums[g] as number;
		n += size;
		sizeSquares += size * size;
		sumSquares += sum * sum;
		products += size * sum;
		reach += Math.abs(sum);
	}
	const correction = count / (count - 1) / n ** 2;
	// A pattern's sums of sign x (sum - size x value) are linear in the value: their parts are added up once.
	const ofSums = signedSums(sums);
	const weighted = new Float64Array(count);
	for (let g = 0; g < count; g++) weighted[g] = (sums[g] as number) * (sizes[g] as number);
	const ofProducts = signedSums(weighted);

	/** The share of patterns whose t is at least the observed one (`side` 1), or at most (-1). */
	function tail(value: number, side: 1 | -1): number {
		const squares = Math.max(0, sumSquares - 2 * value * products + value * value * sizeSquares);
		const rounding = 1e-12 * (reach + Math.abs(value) * n);
		const meanOf = (pattern: number): number => {
			const total = (ofSums[pattern] as number) - value * (ofSizes[pattern] as number);
			return Math.abs(total) <= rounding ? 0 : (side * total) / n;
		};
		const varianceOf = (pattern: number, mean: number): number => {
			const cross = side * ((ofProducts[pattern] as number) - value * (ofSquares[pattern] as number));
			const spread = squares - 2 * mean * cross + mean * mean * sizeSquares;
			return correction * (spread <= 1e-12 * squares ? 0 : spread) + floor;
		};
		// The first pattern is the one that was observed.
		const first = meanOf(0);
		const seen = first === 0 ? 0 : first / Math.sqrt(varianceOf(0, first));
		if (!Number.isFinite(seen)) return seen > 0 ? atInfinity(meanOf, varianceOf) : 1;
		const bound = seen - 1e-9 * Math.max(1, Math.abs(seen));
		const square = bound * bound;
		let held = 1;
		// t >= bound, without a root or a division.
		for (let pattern = 1; pattern < patterns; pattern++) {
			const mean = meanOf(pattern);
			if (bound > 0) {
				if (mean > 0 && mean * mean >= square * varianceOf(pattern, mean)) held++;
			} else if (mean >= 0 || mean * mean <= square * varianceOf(pattern, mean)) held++;
		}
		return held / patterns;
	}

	/** Without any spread about the observed mean, only patterns that have none either are as far out. */
	function atInfinity(
		meanOf: (pattern: number) => number,
		varianceOf: (pattern: number, mean: number) => number,
	): number {
		let held = 1;
		for (let pattern = 1; pattern < patterns; pattern++) {
			const mean = meanOf(pattern);
			if (mean > 0 && varianceOf(pattern, mean) === 0) held++;
		}
		return held / patterns;
	}

	return { pAtMost: (value) => tail(value, 1), pAtLeast: (value) => tail(value, -1) };
}

/** All patterns of up to {@link EXACT_TO} clusters, else `draws` of which all but the first are random. */
export function signPatterns(sizes: Float64Array, seed: number, draws = DRAWS): SignPatterns {
	const count = sizes.length;
	const exact = count <= EXACT_TO;
	const patterns = exact ? 2 ** count : draws;
	// A bit per cluster: set, its sign is -1. Eight clusters make a byte, whose 256 sums are added up once.
	const groups = Math.ceil(count / 8);
	const masks = new Uint8Array(patterns * groups);
	const stream = randomStream(seed, `wild-cluster/${count}`);
	for (let pattern = 1; pattern < patterns; pattern++)
		for (let group = 0; group < groups; group++)
			masks[pattern * groups + group] = exact ? pattern >>> (8 * group) : stream.uint32() >>> 24;

	function signedSums(values: Float64Array): Float64Array {
		const ofByte = new Float64Array(groups * 256);
		for (let group = 0; group < groups; group++)
			fillSignedSums(values, group * 8, ofByte.subarray(group * 256, group * 256 + 256));
		const out = new Float64Array(patterns);
		for (let pattern = 0, at = 0; pattern < patterns; pattern++) {
			let sum = 0;
			for (let group = 0; group < groups; group++, at++) sum += ofByte[group * 256 + (masks[at] as number)] as number;
			out[pattern] = sum;
		}
		return out;
	}
	return {
		...{ sizes, patterns, exact, signedSums },
		ofSizes: signedSums(sizes),
		ofSquares: signedSums(sizes.map((size) => size * size)),
	};
}

/** For each byte, the sum of eight values from `first` on with the signs of its bits; past the end they are 0. */
function fillSignedSums(values: Float64Array, first: number, out: Float64Array): void {
	let all = 0;
	for (let bit = 0; bit < 8; bit++) all += values[first + bit] ?? 0;
	out[0] = all;
	for (let byte = 1; byte < 256; byte++) {
		// The byte without its lowest bit is one that has been done.
		const bit = 31 - Math.clz32(byte & -byte);
		out[byte] = (out[byte & (byte - 1)] as number) - 2 * (values[first + bit] ?? 0);
	}
}
