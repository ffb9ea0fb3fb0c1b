import { describe, expect, it } from 'vitest';
import { deltaDistribution, distributionOf, redrawnDistribution } from './delta-distribution.ts';

const meanOf = (f: (value: number) => number, { values, weights }: ReturnType<typeof distributionOf>): number =>
	values.reduce((sum, value, i) => sum + f(value) * (weights[i] as number), 0);

describe('deltaDistribution', () => {
	it('merges what is equal up to rounding', () => {
		const found = deltaDistribution([
			[0.3 - 0.1, 1],
			[0.2, 1],
			[-0.4, 2],
		]);
		expect([...found.values].map((value) => Number(value.toFixed(12)))).toEqual([-0.4, 0.2]);
		expect([...found.weights]).toEqual([0.5, 0.5]);
	});
});

describe('distributionOf', () => {
	it('adds one query of prior movement, half of it each way, of the sizes seen', () => {
		const { values, weights } = distributionOf([0.5, 0.5, 0, 0]);
		expect([...values]).toEqual([-0.5, 0, 0.5]);
		expect([...weights]).toEqual([0.5 / 5, 2 / 5, 2.5 / 5]);
	});

	it('imagines moves of the stated size where nothing moved', () => {
		const { values, weights } = distributionOf([0, 0, 0], { queries: 1, move: 0.25 });
		expect([...values]).toEqual([-0.25, 0, 0.25]);
		expect([...weights]).toEqual([1 / 8, 3 / 4, 1 / 8]);
	});
});

describe('redrawnDistribution', () => {
	it('has the sd that the correlation asks for, mean 0, and only differences of scores', () => {
		const scores = [0, 0, 1, 0.5, 1, 0, 0.25, 1];
		const mean = scores.reduce((sum, x) => sum + x) / scores.length;
		const variance = scores.reduce((sum, x) => sum + (x - mean) ** 2, 0) / scores.length;
		const found = redrawnDistribution(scores, 0.7);
		expect(meanOf((x) => x, found)).toBeCloseTo(0, 12);
		expect(meanOf((x) => x * x, found)).toBeCloseTo(2 * variance * (1 - 0.7), 12);
		expect([...found.values].every((x) => Number.isInteger(x * 4))).toBe(true);
	});

	it('is near enough where not every pair is taken', () => {
		const scores = Array.from({ length: 500 }, (_, i) => ((i * 7919) % 500) / 500);
		const found = redrawnDistribution(scores, 0.5);
		expect(meanOf((x) => x * x, found)).toBeCloseTo(1 / 12, 2);
	});

	it('falls back to the prior for scores that are all the same', () => {
		expect([...redrawnDistribution([1, 1, 1, 1], 0.5).values]).toEqual([-1, 0, 1]);
	});
});
