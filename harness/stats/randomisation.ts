import type { RandomStream } from '../random.ts';
import type { Deltas } from './deltas.ts';

export interface Randomisation {
	/** Two-sided; never 0. NaN where a delta is no finite number. */
	readonly p: number;
	readonly exact: boolean;
	/** Sign patterns looked at: 2^m for the exact test (m deltas that are not 0), else the number of draws. */
	readonly patterns: number;
}

/** Up to this many sign patterns all of them are looked at. */
export const EXACT_LIMIT = 100_000;

/**
 * Fisher's randomisation test of paired deltas: under the null hypothesis that the two systems are exchangeable on
 * every query, each delta's sign is a fair coin. p is the share of sign patterns whose mean is at least as far from 0
 * as the observed one.
 *
 * A delta of 0 has no sign: it is left out, which changes no p and lets most small strata be computed exactly. Exact
 * where the 2^m patterns of the m other deltas are at most `exactLimit` (p = count / 2^m, the observed pattern
 * among them); else `draws` random patterns, p = (count + 1) / (draws + 1) (Phipson & Smyth 2010). All deltas 0: p = 1.
 * A delta that is no finite number: p is NaN.
 */
export function randomisationTest(
	deltas: Deltas,
	stream: RandomStream,
	draws = EXACT_LIMIT,
	exactLimit = EXACT_LIMIT,
): Randomisation {
	if (!deltas.every(Number.isFinite)) return { p: Number.NaN, exact: false, patterns: 0 };
	const moved = deltas.filter((delta) => delta !== 0);
	const m = moved.length;
	let observed = 0;
	let reach = 0;
	for (const delta of moved) {
		observed += delta;
		reach += Math.abs(delta);
	}
	// Patterns that tie with the observed one must count, whatever order their sums were rounded in.
	const threshold = Math.abs(observed) - 1e-12 * reach;
	const sums = signedSums(moved);
	if (2 ** m <= exactLimit) {
		const count = countExact(sums, m, threshold);
		return { p: count / 2 ** m, exact: true, patterns: 2 ** m };
	}
	const count = countSampled(sums, m, threshold, stream, draws);
	return { p: (count + 1) / (draws + 1), exact: false, patterns: draws };
}

/**
 * For each group of eight deltas, the sum under each of its 256 sign patterns: a whole pattern's sum is then a look-up
 * per eight deltas instead of eight additions.
 */
function signedSums(deltas: Deltas): Float64Array {
	const groups = Math.ceil(deltas.length / 8);
	const sums = new Float64Array(groups * 256);
	for (let group = 0; group < groups; group++) {
		const base = group * 256;
		for (let bit = 0; bit < 8; bit++) {
			const delta = deltas[group * 8 + bit] ?? 0;
			for (let pattern = 0; pattern < 256; pattern++) {
				const at = base + pattern;
				sums[at] = (sums[at] as number) + (pattern & (1 << bit) ? delta : -delta);
			}
		}
	}
	return sums;
}

function countExact(sums: Float64Array, m: number, threshold: number): number {
	let count = 0;
	for (let pattern = 0; pattern < 2 ** m; pattern++) {
		let sum = 0;
		for (let base = 0, bits = pattern; base < sums.length; base += 256, bits >>>= 8) {
			sum += sums[base + (bits & 255)] as number;
		}
		if (Math.abs(sum) >= threshold) count++;
	}
	return count;
}

function countSampled(sums: Float64Array, m: number, threshold: number, stream: RandomStream, draws: number): number {
	const words = new Uint32Array(Math.ceil(m / 32));
	const signs = new Uint8Array(words.buffer);
	const groups = sums.length / 256;
	let count = 0;
	for (let draw = 0; draw < draws; draw++) {
		stream.fillUint32(words);
		// Two running sums, so that an addition need not wait for the one before it.
		let even = 0;
		let odd = 0;
		let group = 0;
		for (; group + 1 < groups; group += 2) {
			even += sums[group * 256 + (signs[group] as number)] as number;
			odd += sums[group * 256 + 256 + (signs[group + 1] as number)] as number;
		}
		if (group < groups) even += sums[group * 256 + (signs[group] as number)] as number;
		if (Math.abs(even + odd) >= threshold) count++;
	}
	return count;
}
