import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tiltedWeights } from './tilted-weights.ts';

const strata = [
	{ name: 'a', rows: Array.from({ length: 25 }, (_, i) => i) },
	{ name: 'b', rows: Array.from({ length: 15 }, (_, i) => 25 + i) },
];
const deltas = (values: readonly number[]): Float64Array => Float64Array.from({ length: 40 }, (_, i) => values[i] ?? 0);

test('weights of a stratum sum to 1, and the mean is as wanted', () => {
	fc.assert(
		fc.property(
			fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 30, maxLength: 40 }),
			fc.double({ min: -0.05, max: 0.05, noNaN: true }),
			(values, wanted) => {
				const found = tiltedWeights(deltas(values), strata, wanted);
				if (found === undefined) return;
				found.forEach((within) => {
					expect(within.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
				});
				const mean = strata.reduce(
					(sum, { rows }, s) =>
						sum +
						(rows.length / 40) *
							rows.reduce((all, row, i) => all + (found[s]?.[i] ?? 0) * (deltas(values)[row] ?? 0), 0),
					0,
				);
				expect(mean).toBeCloseTo(wanted, 6);
			},
		),
	);
});

test('no mean beyond what the differences can make: none moved, or all gains too small, or too few of them', () => {
	expect(tiltedWeights(deltas([]), strata, 0.01)).toBeUndefined();
	expect(tiltedWeights(deltas(Array.from({ length: 40 }, () => 0.02)), strata, 0.05)).toBeUndefined();
	expect(tiltedWeights(deltas([0.5]), strata, 0.2)).toBeUndefined();
	expect(tiltedWeights(deltas([0.5, 0.4, 0.5, 0.4]), strata, 0.06)).toBeDefined();
});
