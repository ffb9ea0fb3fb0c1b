import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { corrections } from './corrections.ts';
import { holm } from './holm.ts';

/** pval0 and res_multtest1 (R's p.adjust) of statsmodels' test_multi.py, ascending. */
const P = [
	5.23656777208e-5, 2.8140506198e-4, 0.0149877310796, 0.0202732688798, 0.177096952723, 0.642193923795, 0.680845947633,
	0.71626938238, 0.838541367553, 0.967833824309,
];
const HOLM = [5.23656777208e-4, 0.00253264555782, 0.1199018486368, 0.1419128821586, 1, 1, 1, 1, 1, 1];
const BH = [
	5.23656777208e-4, 0.0014070253099, 0.04995910359866667, 0.0506831721995, 0.354193905446, 0.895336727975,
	0.895336727975, 0.895336727975, 0.9317126306144445, 0.967833824309,
];

/** An order that is not sorted, so that answers must come back in the same order. */
const ORDER = [8, 5, 6, 9, 7, 4, 0, 3, 1, 2];
const pick = (values: readonly number[]): number[] => ORDER.map((index) => values[index] ?? Number.NaN);

describe('corrections against R', () => {
	it.each([
		['holm', holm, HOLM],
		['benjaminiHochberg', benjaminiHochberg, BH],
	] as const)('%s', (_, adjust, expected) => {
		const adjusted = adjust(pick(P));
		adjusted.forEach((p, i) => {
			expect(p).toBeCloseTo(pick(expected)[i] ?? Number.NaN, 12);
		});
	});
});

describe('corrections', () => {
	it('never lower a p value, never exceed 1 and keep the order', () => {
		const pValues = fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { maxLength: 12 });
		fc.assert(
			fc.property(pValues, fc.constantFrom(...Object.values(corrections)), (values, { adjust }) => {
				const adjusted = adjust(values);
				expect(adjusted).toHaveLength(values.length);
				adjusted.forEach((p, i) => {
					expect(p).toBeGreaterThanOrEqual((values[i] ?? 0) * (1 - 1e-12));
					expect(p).toBeLessThanOrEqual(1);
					adjusted.forEach((q, j) => {
						if ((values[i] ?? 0) < (values[j] ?? 0)) expect(p).toBeLessThanOrEqual(q);
					});
				});
			}),
		);
	});

	it('reject a single p value exactly where it is under the single level', () => {
		for (const { adjust, singleLevel } of Object.values(corrections)) {
			const level = singleLevel(0.05, 4);
			expect(adjust([level * 0.99, 1, 1, 1])[0]).toBeLessThan(0.05);
			expect(adjust([level * 1.01, 1, 1, 1])[0]).toBeGreaterThan(0.05);
		}
	});
});
