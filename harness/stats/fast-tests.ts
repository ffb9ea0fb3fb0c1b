import type { Interval } from './interval.ts';
import { normalCdf } from './normal.ts';
import type { SimulatedSample } from './simulated-sample.ts';
import { studentTQuantile } from './student-t.ts';

/**
 * The tests behind a verdict, from a sample's moments instead of thousands of resamples: fast enough to be asked ten
 * thousand times in a simulation. How near they come is measured by `scripts/check/power-of-rule.ts`.
 */

/** Up to this many moved queries, the randomisation test near its level is counted out. */
const COUNTED = 12;
/** Beyond it the signs of this many largest deltas are enumerated: a few that outweigh the rest make no normal sum. */
const LARGEST = 5;

/**
 * Two-sided p of the randomisation test. The sum of randomly signed deltas is normal up to its fourth cumulant
 * (Edgeworth's series; Kolassa 2006, "Series Approximation Methods in Statistics", 3.4), less half a step for deltas on
 * a grid (`step`). Where that p is near `level`, it is sharpened: all sign patterns are counted where few queries moved;
 * else the distribution of the sum is convolved on a grid; else the signs of the largest deltas are counted where these
 * outweigh the rest, which is normal.
 */
export function fastRandomisationP(sample: SimulatedSample, level: number, step: number): number {
	const { moved, squares, fourths } = sample;
	if (moved === 0) return 1;
	const least = 2 ** (1 - moved);
	if (least >= level) return 1;
	const sum = Math.abs(sample.sum);
	const reached = Math.max(0, sum - step);
	const p = Math.max(least, 2 * upperTail(reached, squares, fourths));
	// The share of the fourth powers that one delta alone would have is 1, and 1 / moved if all are equal.
	const uneven = fourths > 0.06 * squares * squares;
	const doubt = uneven ? 16 : 4;
	if (p > doubt * level || p < level / doubt) return Math.min(1, p);
	if (moved <= COUNTED) return countedP(sample, sum);
	const convolved = step > 0 ? convolvedP(sample, step) : undefined;
	if (convolved !== undefined) return Math.max(least, convolved);
	return uneven ? Math.max(least, partlyCountedP(sample, reached)) : p;
}

/** P(sum >= reached) for randomly signed deltas with these sums of second and fourth powers. */
function upperTail(reached: number, squares: number, fourths: number): number {
	const z = reached / Math.sqrt(squares);
	const excess = (-2 * fourths) / (squares * squares);
	const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
	const z2 = z * z;
	const third = z * (z2 - 3);
	const seventh = z * (z2 * (z2 * (z2 - 21) + 105) - 105);
	const tail = 1 - normalCdf(z) + density * ((excess / 24) * third + ((excess * excess) / 1152) * seventh);
	return Math.min(1, Math.max(0, tail));
}

const sizes = new Float64Array(COUNTED);

/** By Gray code: each pattern differs from the one before it in one sign. The last sign is fixed, by symmetry. */
function countedP({ deltas, moved, squares }: SimulatedSample, observed: number): number {
	let sum = 0;
	for (let i = 0, at = 0; at < moved; i++) {
		const size = Math.abs(deltas[i] as number);
		if (size === 0) continue;
		sizes[at++] = size;
		sum += size;
	}
	const threshold = observed - 1e-9 * Math.sqrt(squares);
	const patterns = 2 ** (moved - 1);
	let negative = 0;
	let count = Math.abs(sum) >= threshold ? 1 : 0;
	for (let pattern = 1; pattern < patterns; pattern++) {
		const flipped = 31 - Math.clz32(pattern & -pattern);
		const size = sizes[flipped] as number;
		sum += negative & (1 << flipped) ? 2 * size : -2 * size;
		negative ^= 1 << flipped;
		if (Math.abs(sum) >= threshold) count++;
	}
	return count / patterns;
}

/** Additions that a convolution may take; beyond it the normal sum is near enough. */
const CONVOLVED = 12_000;
const chances = new Float64Array(CONVOLVED);

/** Exact on the grid: the sum of those deltas whose sign comes up positive, in steps, one delta after the other. */
function convolvedP({ deltas, moved }: SimulatedSample, step: number): number | undefined {
	let total = 0;
	let signed = 0;
	for (const delta of deltas) {
		const size = Math.round(Math.abs(delta) / step);
		total += size;
		signed += delta < 0 ? -size : size;
	}
	if (total * moved > CONVOLVED) return undefined;
	chances.fill(0, 0, total + 1);
	chances[0] = 1;
	let reached = 0;
	for (const delta of deltas) {
		const size = Math.round(Math.abs(delta) / step);
		if (size === 0) continue;
		reached += size;
		for (let at = reached; at >= 0; at--)
			chances[at] = ((chances[at] as number) + (at >= size ? (chances[at - size] as number) : 0)) / 2;
	}
	const observed = Math.abs(signed);
	let p = 0;
	for (let at = 0; at <= total; at++) if (Math.abs(2 * at - total) >= observed) p += chances[at] as number;
	return Math.min(1, p);
}

const largest = new Float64Array(LARGEST);

function partlyCountedP({ deltas, squares, fourths }: SimulatedSample, reached: number): number {
	largest.fill(0);
	for (const delta of deltas) {
		let size = Math.abs(delta);
		for (let i = 0; i < LARGEST && size > 0; i++) {
			const other = largest[i] as number;
			if (size <= other) continue;
			largest[i] = size;
			size = other;
		}
	}
	let restSquares = squares;
	let restFourths = fourths;
	for (const size of largest) {
		restSquares -= size ** 2;
		restFourths -= size ** 4;
	}
	let total = 0;
	for (let pattern = 0; pattern < 1 << LARGEST; pattern++) {
		let sum = 0;
		for (let i = 0; i < LARGEST; i++) sum += pattern & (1 << i) ? (largest[i] as number) : -(largest[i] as number);
		total += upperTail(reached - sum, Math.max(restSquares, 1e-12 * squares), Math.max(restFourths, 0));
	}
	return Math.min(1, (2 * total) / (1 << LARGEST));
}

/** The critical values of Student's t that a sample size and level ask for; computed once, used for many samples. */
export function criticalT(n: number, level: number): number {
	return studentTQuantile(1 - level / 2, n - 1);
}

/**
 * Whether the studentised interval (`studentised.ts`) would leave `against` out, with `critical` for its level (see
 * {@link criticalT}): Student's t on the standard error with its floor, and the bootstrap-t, whose distribution is that
 * of a t freed of the sample's skewness by Hall's transformation ("On the removal of skewness by transformation", JRSS B
 * 54, 1992). `max`: the largest size of a delta.
 */
export function fastStudentisedRejects(sample: SimulatedSample, critical: number, max: number, against = 0): boolean {
	const { low, high } = fastInterval(sample, critical, max);
	return against < low || against > high;
}

/** The studentised interval itself, by the inverse of the same transformation. */
export function fastInterval(sample: SimulatedSample, critical: number, max: number): Interval {
	const { n, sum, squares, cubes } = sample;
	const mean = sum / n;
	const variance = Math.max(0, squares / n - mean * mean);
	// The floor's share is the same for the bootstrap's own standard errors: it cancels from their t.
	const reach = critical * Math.sqrt(variance / (n - 1) + floorOf(sample, max));
	if (variance <= 1e-14 * (squares / n)) return { low: mean - reach, high: mean + reach };
	const third = cubes / n - (3 * mean * squares) / n + 2 * mean ** 3;
	const skew = third / variance ** 1.5 / Math.sqrt(n);
	const error = Math.sqrt(variance / (n - 1));
	const back = (q: number): number => (skew === 0 ? q : (3 / skew) * (Math.cbrt(1 + skew * (q - skew / 6)) - 1));
	return {
		low: mean - Math.max(reach, error * back(critical)),
		high: mean + Math.max(reach, -error * back(-critical)),
	};
}

/** The floor of `variance-floor.ts` for deltas that are mostly 0; it is negligible for others. */
function floorOf({ n, moved, squares }: SimulatedSample, max: number): number {
	return (2 * (1 - moved / n) * ((squares + 0.25 * max * max) / (moved + 0.25))) / (n * n);
}
