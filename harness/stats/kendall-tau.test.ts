import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kendallTau } from './kendall-tau.ts';

it('is 1 for the same order, -1 for the reverse, and undefined for a single item', () => {
	expect(kendallTau([0, 1, 2, 3])).toBe(1);
	expect(kendallTau([3, 2, 1, 0])).toBe(-1);
	expect(kendallTau([5])).toBeUndefined();
	expect(kendallTau([])).toBeUndefined();
});

it('one swap of neighbours among n costs 2 / (n(n-1)/2)', () => {
	expect(kendallTau([0, 2, 1, 3])).toBeCloseTo(1 - 2 / 6, 12);
});

it('turns its sign when the order is turned', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.nat(100), { minLength: 2, maxLength: 20 }), (ranks) => {
			expect(kendallTau([...ranks].reverse())).toBeCloseTo(-(kendallTau(ranks) as number), 12);
		}),
	);
});
