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
 * The interval of the mean where all `n` deltas are one number `value`: a share of unseen deltas may lie at either end of
 * [-`max`, `max`]. Holds `value`; for 0 it is {@link unmovedBound} on both sides.
 */
export function constantInterval(value: number, n: number, confidence: number, max: number): Interval {
	const share = unmovedBound(n, confidence, 1);
	return { low: value - share * (max + value), high: value + share * (max - value) };
}

/**
 * p of "the true mean is `mean`, or farther from `value` on that side" where all deltas are `value`: 1 - the confidence
 * at which {@link constantInterval} touches it. One value on either side can be left out only, so it is one-sided and
 * two-sided at once. 0 beyond what a mean can be.
 */
export function constantP(value: number, n: number, mean: number, max: number): number {
	const room = mean < value ? max + value : max - value;
	const gap = Math.abs(mean - value);
	if (gap === 0) return 1;
	return gap >= room ? 0 : (1 - gap / room) ** n;
}
