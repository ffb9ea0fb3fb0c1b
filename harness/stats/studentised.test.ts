import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrap } from './bootstrap.ts';
import { observe } from './observed-mean.ts';
import type { Resampled } from './resample.ts';
import { pAtLeast, pAtMost, pivotsOf, type Studentised, studentisedInterval, studentisedP } from './studentised.ts';
import { varianceFloor } from './variance-floor.ts';

/** Resamples by a plain generator that is easy to repeat elsewhere: x = 1664525 x + 1013904223 mod 2^32 from 12345. */
function sampleOf(deltas: readonly number[], max: number, resamples = 999): Studentised {
	const observed = observe(deltas);
	const floor = varianceFloor(deltas, max);
	const means = new Float64Array(resamples);
	const standardErrors = new Float64Array(resamples);
	let x = 12345;
	for (let resample = 0; resample < resamples; resample++) {
		const drawn = deltas.map(() => {
			x = (Math.imul(1664525, x) + 1013904223) >>> 0;
			return deltas[Math.floor((x / 2 ** 32) * deltas.length)] as number;
		});
		const again = observe(drawn);
		means[resample] = again.mean;
		standardErrors[resample] = again.standardError;
	}
	const resampled: Resampled = { means, standardErrors };
	return {
		mean: observed.mean,
		standardError: Math.sqrt(observed.standardError ** 2 + floor),
		df: observed.df,
		pivots: pivotsOf(observed.mean, floor, resampled),
		max,
	};
}

/** Gains on a third of the queries. */
const GAINS = [0, 0, 0, 1, 0, 0.5, 0, 0, 1, 0, 0.25, 0, 0, 0, 1, 0, 0, 0.5, 0, 0, -0.1, 0, 0, 1];
/** The data of scipy's tests of its bootstrap. */
const PUBLISHED = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213];

/**
 * Computed with numpy 2 and scipy on the same resamples, from the p alone: the p counts pivots (scipy's t beside it), and
 * each end of the interval is where bisection finds that p crosses 1 - confidence.
 */
describe('against an implementation in numpy', () => {
	it.each([
		{
			deltas: GAINS,
			max: 1,
			floor: 0.001353114478114478,
			standardError: 0.08737636218643881,
			p: 0.022031680554369926,
			ninetyFive: [0.033831556724767606, 0.4108342500987392],
			ninetyNine: [-0.030711446154467675, 0.5136387624203422],
		},
		{
			deltas: PUBLISHED,
			max: 1000,
			floor: 23.007419990405698,
			standardError: 15.466265732864295,
			p: 0.003283173706992714,
			ninetyFive: [21.028184932016035, 99.18060034759958],
			ninetyNine: [8.41910550495604, 137.17972275700137],
		},
	])('$max', ({ deltas, max, floor, standardError, p, ninetyFive, ninetyNine }) => {
		const sample = sampleOf(deltas, max);
		expect(varianceFloor(deltas, max)).toBeCloseTo(floor, 12);
		expect(sample.standardError).toBeCloseTo(standardError, 12);
		expect(studentisedP(sample)).toBeCloseTo(p, 12);
		for (const [confidence, [low, high]] of [
			[0.95, ninetyFive],
			[0.99, ninetyNine],
		] as const) {
			const interval = studentisedInterval(sample, confidence);
			expect(interval.low).toBeCloseTo(low ?? Number.NaN, 6);
			expect(interval.high).toBeCloseTo(high ?? Number.NaN, 6);
		}
	});
});

const delta = fc.oneof(
	fc.constant(0),
	fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
);
const levels = fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99, 0.9975);

describe('the studentised interval and its p', () => {
	it('agree: the p of 0 is below alpha exactly where the interval at 1 - alpha is off 0', () => {
		fc.assert(
			fc.property(fc.array(delta, { minLength: 1, maxLength: 40 }), levels, fc.nat(), (deltas, confidence, seed) => {
				const rows = deltas.map((_, row) => row);
				const settings = { resamples: 499, confidence, method: 'studentised', seed, max: [1] } as const;
				const [column] = bootstrap([deltas], [{ name: 'all', rows }], settings);
				if (column === undefined) throw new Error('no result');
				const { interval, studentisedP: p } = column.overall;
				// Within rounding of the level itself either is right.
				if (Math.abs(p - (1 - confidence)) < 1e-9) return;
				expect(interval.low > 0 || interval.high < 0).toBe(p < 1 - confidence);
			}),
		);
	});

	it('agree on any value, one side at a time', () => {
		const sample = sampleOf(GAINS, 1);
		for (let value = -0.5; value < 1; value += 0.013) {
			const { low, high } = studentisedInterval(sample, 0.95);
			expect(value < low).toBe(pAtMost(sample, value) < 0.025);
			expect(value > high).toBe(pAtLeast(sample, value) < 0.025);
		}
	});

	it('never claim more than the resamples carry: too few for a level leave the whole range', () => {
		const few = sampleOf(GAINS, 1, 19);
		expect(studentisedInterval(few, 0.95)).toEqual({ low: -1, high: 1 });
		expect(studentisedP(few)).toBeGreaterThanOrEqual(0.1);
	});

	it('are those of t alone where there are no resamples', () => {
		const sample = { ...sampleOf(GAINS, 1), pivots: new Float64Array() };
		const { low, high } = studentisedInterval(sample, 0.95);
		// scipy.stats.t.ppf(.975, 23) = 2.0686576104
		expect(high - sample.mean).toBeCloseTo(2.0686576104 * sample.standardError, 9);
		expect(sample.mean - low).toBeCloseTo(2.0686576104 * sample.standardError, 9);
	});
});
