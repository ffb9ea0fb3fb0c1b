import type { Interval } from './interval.ts';

/**
 * How far from 0 the true mean delta may be although not one of `n` queries moved: `max` (the largest size a delta can
 * have, > 0) times the largest share of moving queries that leaves `n` draws unmoved with a chance of at least
 * 1 - `confidence`, which is 1 - (1 - confidence)^(1/n). At .95 that is about 3 max / n: the rule of three (Hanley &
 * Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983). The whole of `max` for n = 0.
 */
export function unmovedBound(n: number, confidence: number, max: number): number {
	return n === 0 ? max : -Math.expm1(Math.log1p(-confidence) / n) * max;
}

/**
 * p of "the true mean delta is `margin` or more from 0" where not one of `n` queries moved: the largest chance that such
 * a mean leaves of seeing nothing, (1 - margin / max)^n. The bound lies inside the margin exactly where this p is below
 * 1 - confidence.
 */
export function unmovedEquivalenceP(n: number, margin: number, max: number): number {
	return margin >= max ? 0 : (1 - margin / max) ** n;
}

/**
 * The same where all `n` deltas are one number `value`: a share of unseen deltas may lie at either end of
 * [-`max`, `max`]. Holds `value`; for 0 it is {@link unmovedBound} on both sides.
 */
export function constantInterval(value: number, n: number, confidence: number, max: number): Interval {
	const share = unmovedBound(n, confidence, 1);
	return { low: value - share * (max + value), high: value + share * (max - value) };
}

/** Two-sided p of "the true mean is `mean`" where all deltas are `value`: where {@link constantInterval} touches it. */
export function constantP(value: number, n: number, mean: number, max: number): number {
	const room = mean < value ? max + value : max - value;
	const gap = Math.abs(mean - value);
	if (gap === 0) return 1;
	return gap >= room ? 0 : (1 - gap / room) ** n;
}
