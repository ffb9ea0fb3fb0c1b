import { describe, expect, it } from 'vitest';
import { constantInterval, constantP, unmovedBound } from './unmoved-bound.ts';

describe('where nothing moved', () => {
	it('the bound is the rule of three of Hanley & Lippman-Hand (1983)', () => {
		// Their exact upper 95 % limits of 0 out of n, in percent.
		expect(unmovedBound(10, 0.95, 1)).toBeCloseTo(0.259, 3);
		expect(unmovedBound(20, 0.95, 1)).toBeCloseTo(0.139, 3);
		expect(unmovedBound(50, 0.95, 1)).toBeCloseTo(0.058, 3);
		expect(unmovedBound(100, 0.95, 1)).toBeCloseTo(0.0295, 4);
		expect(unmovedBound(1000, 0.95, 1) * 1000).toBeCloseTo(3, 1);
	});

	it('is the whole range without queries, and of the unit of the metric', () => {
		expect(unmovedBound(0, 0.95, 2)).toBe(2);
		expect(unmovedBound(100, 0.95, 2)).toBe(2 * unmovedBound(100, 0.95, 1));
	});

	it('is the interval on both sides, and holds a value that all deltas have', () => {
		const bound = unmovedBound(30, 0.95, 1);
		expect(constantInterval(0, 30, 0.95, 1)).toEqual({ low: -bound, high: bound });
		const { low, high } = constantInterval(0.5, 30, 0.95, 1);
		expect(low).toBeCloseTo(0.5 - 1.5 * bound, 12);
		expect(high).toBeCloseTo(0.5 + 0.5 * bound, 12);
	});

	it('has a p that is 1 - confidence where the interval ends', () => {
		for (const value of [-0.3, 0, 0.5]) {
			const { low, high } = constantInterval(value, 30, 0.95, 1);
			expect(constantP(value, 30, low, 1)).toBeCloseTo(0.05, 12);
			expect(constantP(value, 30, high, 1)).toBeCloseTo(0.05, 12);
			expect(constantP(value, 30, value, 1)).toBe(1);
		}
		expect(constantP(0, 30, 1.2, 1)).toBe(0);
	});
});
