import type { Interval } from './interval.ts';
import type { Resampled } from './resample.ts';
import { studentTQuantile, studentTUpper } from './student-t.ts';

/** The input of the studentised interval and of its p. */
export interface Studentised {
	readonly mean: number;
	/** The standard error of the mean, with the variance floor. Above 0. */
	readonly standardError: number;
	/** Degrees of freedom of the t that bounds the interval from inside. */
	readonly df: number;
	/**
	 * (resampled mean - mean) / the resample's own standard error with the same floor, ascending; empty where there are
	 * too few queries to resample.
	 */
	readonly pivots: Float64Array;
	/** The largest size that the mean can have. */
	readonly max: number;
}

/**
 * Distances of the resampled means from the observed one in standard errors, ascending. A resample without spread is
 * infinitely far on its side.
 */
export function pivotsOf(mean: number, floor: number, { means, standardErrors }: Resampled): Float64Array {
	const pivots = new Float64Array(means.length);
	for (let resample = 0; resample < means.length; resample++) {
		const distance = (means[resample] as number) - mean;
		const error = standardErrors[resample] as number;
		pivots[resample] = Math.abs(distance) < 1e-12 ? 0 : distance / Math.sqrt(error * error + floor);
	}
	return pivots.sort();
}

/**
 * The studentised bootstrap interval (bootstrap-t: Efron 1982; Hall 1992), widened where Student's t interval reaches
 * farther, both on a standard error with a floor (`variance-floor.ts`), cut at ±`max`. The bootstrap-t follows the skew
 * of the deltas, t keeps few and mostly tied deltas honest. It leaves a value out exactly where {@link studentisedP} of
 * that value is below 1 - `confidence`.
 */
export function studentisedInterval(sample: Studentised, confidence: number): Interval {
	const { mean, standardError, df, pivots, max } = sample;
	const t = studentTQuantile((1 + confidence) / 2, df);
	const [below, above] = pivots.length === 0 ? [-t, t] : tails(pivots, 1 - confidence);
	return {
		low: Math.max(-max, mean - Math.max(t, above) * standardError),
		high: Math.min(max, mean - Math.min(-t, below) * standardError),
	};
}

/** Two-sided p of "the true mean is `value`". Never 0; NaN where the sample is. */
export function studentisedP(sample: Studentised, value = 0): number {
	return Math.min(1, 2 * Math.min(pAtMost(sample, value), pAtLeast(sample, value)));
}

/** One-sided p of "the true mean is `value` or less": the larger of bootstrap-t and t. Never 0; NaN where the sample is. */
export function pAtMost({ mean, standardError, df, pivots }: Studentised, value: number): number {
	const seen = (mean - value) / standardError;
	if (Number.isNaN(seen)) return Number.NaN;
	// Distances that are equal on paper must tie.
	const above = pivots.length - firstAtLeast(pivots, seen - 1e-9 * Math.max(1, Math.abs(seen)));
	return Math.max(studentTUpper(seen, df), pivots.length === 0 ? 0 : (above + 1) / (pivots.length + 1));
}

/** One-sided p of "the true mean is `value` or more", likewise. */
export function pAtLeast({ mean, standardError, df, pivots }: Studentised, value: number): number {
	const seen = (mean - value) / standardError;
	if (Number.isNaN(seen)) return Number.NaN;
	const below = firstAtLeast(pivots, seen + 1e-9 * Math.max(1, Math.abs(seen)));
	return Math.max(studentTUpper(-seen, df), pivots.length === 0 ? 0 : (below + 1) / (pivots.length + 1));
}

/** The pivots beyond which fewer than alpha/2 (B + 1) - 1 lie: those whose p is no longer below alpha. */
function tails(pivots: Float64Array, alpha: number): readonly [below: number, above: number] {
	// Rounding must not turn a whole number into the next.
	const beyond = Math.ceil((alpha / 2) * (pivots.length + 1) - 1e-9) - 2;
	if (beyond < 0) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
	return [pivots[beyond] as number, pivots[pivots.length - 1 - beyond] as number];
}

/** How many of the ascending numbers are below `value`: also the index of the first that is not. */
function firstAtLeast(ascending: Float64Array, value: number): number {
	let low = 0;
	let high = ascending.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((ascending[middle] as number) < value) low = middle + 1;
		else high = middle;
	}
	return low;
}
