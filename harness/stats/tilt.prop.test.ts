import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf } from './delta-distribution.ts';
import { tilted } from './tilt.ts';

const deltas = fc.array(fc.constantFrom(-1, -0.5, -0.1, 0, 0, 0, 0.2, 0.5, 1), { minLength: 1, maxLength: 60 });

describe('tilted', () => {
	it('has the mean asked for, on the same values, with chances that sum to 1', () => {
		fc.assert(
			fc.property(deltas, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (sample, share) => {
				const base = distributionOf(sample);
				const [first, last] = [base.values[0] as number, base.values[base.values.length - 1] as number];
				const difference = first + share * (last - first);
				const found = tilted(base, difference);
				expect(found?.values).toEqual(base.values);
				const weights = [...(found?.weights ?? [])];
				expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
				expect(weights.reduce((sum, w, i) => sum + w * (base.values[i] as number), 0)).toBeCloseTo(difference, 7);
			}),
		);
	});

	it('leaves a distribution alone that has the mean', () => {
		const base = distributionOf([1, -1, 0, 0]);
		expect([...(tilted(base, 0)?.weights ?? [])]).toEqual([...base.weights]);
	});

	it('keeps the product of gains and losses over ties squared: log-linear', () => {
		// exp(theta) exp(-theta) = 1: gains x losses / ties² can't change where all moves have one size.
		const ratio = (weights: Float64Array | undefined): number =>
			((weights?.[0] ?? 0) * (weights?.[2] ?? 0)) / (weights?.[1] ?? 0) ** 2;
		const base = distributionOf([1, 1, -1, 0, 0, 0, 0, 0]);
		expect(ratio(tilted(base, 0.4)?.weights)).toBeCloseTo(ratio(base.weights), 9);
	});

	it('is all of one value at the ends, and nothing beyond them', () => {
		const base = distributionOf([0.5, 0, 0]);
		expect([...(tilted(base, 0.5)?.values ?? [])]).toEqual([0.5]);
		expect([...(tilted(base, -0.5)?.values ?? [])]).toEqual([-0.5]);
		expect(tilted(base, 0.51)).toBeUndefined();
		expect(tilted(base, -0.6)).toBeUndefined();
	});
});
