import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { randomisationTest } from './randomisation.ts';

const stream = () => randomStream(1, 'randomisation/test');

describe('randomisationTest against scipy.stats.permutation_test(permutation_type="samples")', () => {
	it('is exact for few deltas (scipy 1.17: all 4096 patterns of 12 pairs, p = 128 / 4096)', () => {
		const deltas = [0.5, -0.2, 0.1, 0.3, 0.3, 0, 0, -0.1, 0.25, 0.4, 0.05, 0.6];
		expect(randomisationTest(deltas, stream())).toEqual({ p: 0.03125, exact: true, patterns: 1024 });
	});

	it('counts tied patterns (scipy 1.17: p = 0.125)', () => {
		expect(randomisationTest([1, 1, 1, -1, 1, 0, 0, 1, 1], stream()).p).toBe(0.125);
	});

	it('is sampled for many (scipy 1.17, 2,000,000 draws: p = 0.15707)', () => {
		const deltas = [
			0.916, -0.922, 0.267, -0.127, -0.081, 0.014, -0.708, 0.007, -0.246, 1.429, 0.19, -0.041, -0.013, -0.167, -0.322,
			-0.056, 0.293, 0.005, 0.483, 0.02, 0.11, 0.718, 0.318, -0.102, 0.027, 0.316, 0.874, -0.008, 0.003, 0.501,
		];
		const result = randomisationTest(deltas, stream());
		expect(result).toMatchObject({ exact: false, patterns: 100_000 });
		expect(Math.abs(result.p - 0.15707)).toBeLessThan(0.004);
	});
});

describe('randomisationTest', () => {
	it('goes on from exact to sampled without a jump', () => {
		const deltas = Array.from({ length: 16 }, (_, i) => Math.sin(i) + 0.3);
		const exact = randomisationTest(deltas, stream());
		// A seventeenth delta too small to matter makes it sampled.
		const sampled = randomisationTest([...deltas, 1e-15], stream());
		expect([exact.exact, sampled.exact]).toEqual([true, false]);
		expect(Math.abs(exact.p - sampled.p)).toBeLessThan(0.006);
	});

	it('says 1 where nothing moved, and for one query', () => {
		expect(randomisationTest([], stream()).p).toBe(1);
		expect(randomisationTest([0, 0, 0], stream()).p).toBe(1);
		expect(randomisationTest([0.4], stream()).p).toBe(1);
	});

	it('says (0 + 1) / (draws + 1) where no draw comes near', () => {
		expect(randomisationTest(new Array<number>(60).fill(0.5), stream(), 999).p).toBe(1 / 1000);
	});

	it('is never 0, at most 1, blind to zeros and to the direction', () => {
		const delta = fc.integer({ min: -4, max: 4 }).map((quarters) => quarters / 4);
		fc.assert(
			fc.property(fc.array(delta, { maxLength: 30 }), (deltas) => {
				const { p } = randomisationTest(deltas, stream(), 200);
				expect(p).toBeGreaterThan(0);
				expect(p).toBeLessThanOrEqual(1);
				expect(randomisationTest([...deltas, 0, 0], stream(), 200).p).toBe(p);
				const mirrored = deltas.map((value) => -value);
				expect(randomisationTest(mirrored, stream(), 200).p).toBe(p);
			}),
		);
	});
});
