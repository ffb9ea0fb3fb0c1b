import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapleyValues } from './shapley.ts';

describe('shapleyValues', () => {
	test('the glove game: one left glove, two right ones', () => {
		// A pair is worth 1: the owner of the left glove gets 2/3, each right one 1/6 (Shapley 1953; a textbook example).
		const worth = (subset: number): number => ((subset & 1) !== 0 && (subset & 6) !== 0 ? 1 : 0);
		const [left, right1, right2] = shapleyValues(3, worth) as [number, number, number];
		expect(left).toBeCloseTo(2 / 3, 12);
		expect(right1).toBeCloseTo(1 / 6, 12);
		expect(right2).toBeCloseTo(1 / 6, 12);
	});

	test('a single leg has it all', () => {
		expect(shapleyValues(1, () => 0.7)).toEqual([0.7]);
	});

	test('the values add up to the whole, and a leg that never adds anything has 0', () => {
		fc.assert(
			fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }), (worths) => {
				const values = shapleyValues(4, (subset) => worths[subset & 7] as number);
				const sum = values.reduce((total, value) => total + value, 0);
				expect(sum).toBeCloseTo(worths[7] as number, 10);
				// The empty system is worth 0 by definition, so the idle leg still gets what {idle alone} is said to be worth.
				const idle = shapleyValues(4, (subset) => ((subset & 7) === 0 ? 0 : (worths[subset & 7] as number)))[3];
				expect(idle).toBeCloseTo(0, 12);
			}),
		);
	});
});
