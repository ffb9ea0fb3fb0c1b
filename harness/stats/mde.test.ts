import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { bootstrap } from './bootstrap.ts';
import { DEFAULT_INTERVAL } from './bootstrap-interval.ts';
import { distributionOf } from './delta-distribution.ts';
import { mde } from './mde.ts';
import { minimumDetectableEffect, queriesNeeded } from './power.ts';
import { comparisonRule, simulatePower } from './power-simulation.ts';
import { queriesToFind } from './queries-needed.ts';

const options = { level: 0.05, power: 0.8, seed: 1, stream: 'test' };
const moved = (n: number, gains: number, losses: number): number[] =>
	Array.from({ length: n }, (_, i) => (i < gains ? 1 : i < gains + losses ? -1 : 0));
/** A smooth symmetric spread with sd near .1: quantiles of the logistic distribution. */
const smooth = (n: number): number[] =>
	Array.from({ length: n }, (_, i) => 0.055 * Math.log((i + 0.5) / (n - i - 0.5)));
const sdOf = (deltas: readonly number[]): number =>
	Math.sqrt(deltas.reduce((sum, x) => sum + x * x, 0) / (deltas.length - 1));

describe('mde', () => {
	it('agrees with the noncentral t on many smooth deltas', () => {
		const deltas = smooth(200);
		const byFormula = (minimumDetectableEffect(200, 0.05, 0.8) ?? 0) * sdOf(deltas);
		expect(mde(deltas, options).mde).toBeGreaterThan(0.95 * byFormula);
		expect(mde(deltas, options).mde).toBeLessThan(1.08 * byFormula);
	});

	it('is the difference that the rule itself finds four times in five', () => {
		// Of 40 queries 4 win and 4 lose. Simulated anew, with another stream and the bootstrap itself.
		const deltas = moved(40, 4, 4);
		const imposed = mde(deltas, options).gain ?? 0;
		const gains = 4.5 / 41;
		const ties = 32 / 41;
		// Tilting by hand: gains x e, losses / e.
		let [low, high] = [1, 50];
		const meanAt = (e: number): number => (gains * e - gains / e) / (gains * e + gains / e + ties);
		for (let i = 0; i < 60; i++) {
			const middle = (low + high) / 2;
			if (meanAt(middle) < imposed) low = middle;
			else high = middle;
		}
		const total = gains * low + gains / low + ties;
		const stream = randomStream(99, 'by hand');
		let wins = 0;
		const rows = deltas.map((_, row) => row);
		for (let run = 0; run < 800; run++) {
			const sample = Array.from({ length: 40 }, () => {
				const u = stream.next() * total;
				return u < gains * low ? 1 : u < gains * low + gains / low ? -1 : 0;
			});
			const settings = { resamples: 1000, confidence: 0.95, method: DEFAULT_INTERVAL, seed: run } as const;
			const found = bootstrap([sample], [{ name: 'all', rows }], settings)[0]?.overall;
			if (found !== undefined && found.studentisedP < 0.05 && found.interval.low > 0) wins++;
		}
		expect(wins / 800).toBeGreaterThan(0.76);
		expect(wins / 800).toBeLessThan(0.84);
	});

	it('says none where so few queries find nothing, and where the room is too small', () => {
		// Two-sided, five moves of five have p = 1/16.
		expect(mde(moved(5, 1, 1), options)).toEqual({ mde: undefined, gain: undefined, loss: undefined });
		expect(mde([0.1], options).mde).toBeUndefined();
		const found = mde(moved(40, 4, 4), { ...options, room: { gain: 0.05, loss: 0.95 } });
		expect(found.gain).toBeUndefined();
		expect(found.mde).toBe(found.loss);
		expect(found.loss).toBeGreaterThan(0.15);
	});

	it('never exceeds the room or the largest move', () => {
		for (const [gains, losses] of [
			[0, 0],
			[3, 0],
			[10, 10],
		] as const)
			for (const n of [20, 50]) {
				const { gain = 0, loss = 0 } = mde(moved(n, gains, losses), { ...options, room: { gain: 0.4, loss: 0.6 } });
				expect(gain).toBeLessThanOrEqual(0.4);
				expect(loss).toBeLessThanOrEqual(0.6);
			}
	});

	it('answers where nothing moved, by the prior: about as many gains as the sign test needs', () => {
		const { mde: found = 0 } = mde(new Array<number>(100).fill(0), options);
		// Six moves of one sign have p = 1/32; at least six are drawn in 80 % of runs from a share of .078.
		expect(found).toBeGreaterThan(0.075);
		expect(found).toBeLessThan(0.11);
	});

	it('scales with the deltas', () => {
		const half = mde(
			moved(60, 6, 6).map((delta) => delta / 2),
			{ ...options, max: 0.5 },
		);
		expect(half.mde).toBeCloseTo((mde(moved(60, 6, 6), options).mde ?? 0) / 2, 6);
	});

	it('does not depend on the seen mean where all moves have one size and the prior is weak', () => {
		const [one, other] = [mde(moved(200, 20, 20), options).mde ?? 0, mde(moved(200, 24, 16), options).mde ?? 0];
		expect(Math.abs(one / other - 1)).toBeLessThan(0.06);
	});

	it('gives the same for the same seed', () => {
		expect(mde(moved(80, 8, 5), options)).toEqual(mde(moved(80, 8, 5), options));
	});
});

describe('queriesToFind', () => {
	it('is the inverse of the MDE', () => {
		for (const deltas of [moved(80, 8, 8), smooth(120)]) {
			const found = mde(deltas, options).mde ?? 0;
			const queries = queriesToFind(distributionOf(deltas), found, options) ?? 0;
			expect(Math.abs(queries / deltas.length - 1)).toBeLessThan(0.12);
		}
	});

	it('is the t formula for small differences', () => {
		const deltas = smooth(300);
		const formula = queriesNeeded(0.005 / sdOf(deltas), 0.05, 0.8);
		expect(Math.abs((queriesToFind(distributionOf(deltas), 0.005, options) ?? 0) / formula - 1)).toBeLessThan(0.05);
	});

	it('has no answer for a difference that the metric has no room for', () => {
		const room = { gain: 0.01, loss: 0.01 };
		expect(queriesToFind(distributionOf(moved(40, 4, 4)), 0.1, { ...options, room })).toBeUndefined();
	});
});

describe('simulatePower', () => {
	it('is the level where nothing is true, and rises with the difference', () => {
		const base = distributionOf(smooth(60));
		const rule = comparisonRule(60, 0.05);
		const at = (difference: number): number =>
			simulatePower(base, difference, 60, rule, { draws: 2000, seed: 1, stream: 'p' });
		expect(at(0) * 2).toBeLessThan(0.07);
		expect([0.02, 0.04, 0.08].map(at)).toEqual([0.02, 0.04, 0.08].map(at).sort((a, b) => a - b));
		expect(at(9)).toBe(0);
	});
});
