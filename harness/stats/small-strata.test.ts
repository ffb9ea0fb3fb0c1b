import { describe, expect, it } from 'vitest';
import { bootstrap } from './bootstrap.ts';
import { poolSmallStrata } from './small-strata.ts';
import { strataOf } from './testing/layouts.ts';

const sizesOf = (sizes: readonly number[]): readonly number[] =>
	poolSmallStrata(strataOf(sizes)).map(({ rows }) => rows.length);

describe('poolSmallStrata', () => {
	it('makes one of those under five queries, and leaves the others as they are', () => {
		const strata = strataOf([10, 1, 6, 2, 4]);
		const pooled = poolSmallStrata(strata);
		expect(pooled.map(({ rows }) => rows.length)).toEqual([10, 6, 7]);
		expect(pooled[0]).toBe(strata[0]);
		expect(pooled[1]).toBe(strata[2]);
		expect(pooled[2]?.rows).toEqual([10, 17, 18, 19, 20, 21, 22]);
	});

	it('joins too few to the smallest other stratum', () => {
		expect(sizesOf([10, 7, 2, 1])).toEqual([10, 10]);
		expect(sizesOf([30, 1])).toEqual([31]);
	});

	it('leaves one stratum, and large ones, alone', () => {
		expect(sizesOf([2])).toEqual([2]);
		expect(sizesOf([1, 1, 1])).toEqual([3]);
		expect(sizesOf([5, 5])).toEqual([5, 5]);
		expect(poolSmallStrata([])).toEqual([]);
	});
});

describe('many tiny strata', () => {
	const deltas = Array.from({ length: 40 }, (_, i) => Math.sin(i * 1.7) / 2);
	const widthIn = (sizes: readonly number[]): number => {
		const settings = { resamples: 2000, confidence: 0.95, method: 'studentised', seed: 1 } as const;
		const interval = bootstrap([deltas], strataOf(sizes), settings)[0]?.overall.interval;
		return interval === undefined ? Number.NaN : interval.high - interval.low;
	};

	it('leave the overall interval as wide as one stratum does', () => {
		const whole = widthIn([40]);
		for (const sizes of [new Array<number>(40).fill(1), new Array<number>(20).fill(2), [20, ...new Array(10).fill(2)]])
			expect(Math.abs(widthIn(sizes) / whole - 1)).toBeLessThan(0.1);
	});
});
