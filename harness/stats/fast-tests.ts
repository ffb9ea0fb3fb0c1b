import type { Interval } from './interval.ts';
import type { SimulatedSample } from './simulated-sample.ts';
import { studentTQuantile } from './student-t.ts';

/**
 * The test behind a verdict, from a sample's moments instead of thousands of resamples: fast enough to be asked ten
 * thousand times in a simulation. How near it comes is measured by `scripts/check/power-of-rule.ts`.
 */

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

/** As `variance-floor.ts` has it for deltas that mostly are 0; others have next to none. */
export function floorOf({ n, moved, squares }: SimulatedSample, max: number): number {
	return (2 * (1 - moved / n) * ((squares + 0.25 * max * max) / (moved + 0.25))) / (n * n);
}
