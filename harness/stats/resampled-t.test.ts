import { expect, test } from 'vitest';
import { resampledT } from './resampled-t.ts';

test('by hand: mean 2, s = 1, 3 folds once', () => {
	const { mean, standardError, interval, p } = resampledT([1, 2, 3], 3, 0.95);
	expect(mean).toBe(2);
	expect(standardError).toBeCloseTo(Math.sqrt(1 / 3 + 1 / 2), 12);
	// t(2) at .975 is 4.30265.
	expect(interval.high - 2).toBeCloseTo(4.302653 * standardError, 5);
	// t = 2.19089 with 2 degrees of freedom: p = 1 - t / sqrt(t² + 2).
	const t = 2 / standardError;
	expect(p).toBeCloseTo(1 - t / Math.sqrt(t * t + 2), 10);
});

test('repeats narrow the interval only down to what the shared training queries allow', () => {
	const once = resampledT([1, 2, 3, 2, 1], 5, 0.95).standardError;
	const often = resampledT(Array.from({ length: 100 }, () => [1, 2, 3, 2, 1]).flat(), 5, 0.95).standardError;
	expect(often).toBeLessThan(once);
	expect(often).toBeGreaterThan(Math.sqrt(0.56 / 4) * 0.99);
});

test('no spread, no claim', () => {
	expect(resampledT([0, 0, 0], 3, 0.95)).toMatchObject({
		mean: 0,
		standardError: 0,
		interval: { low: 0, high: 0 },
		p: 1,
	});
});
