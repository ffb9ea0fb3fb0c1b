import { describe, expect, it } from 'vitest';
import { distributionOf } from '../../stats/delta-distribution.ts';
import { queriesNeeded } from '../../stats/power.ts';
import type { BuildNoise } from './build-noise.ts';
import { decidableDrop, unitsToDecide } from './decidable-drop.ts';
import { outcomeRates, simulateBuilds } from './simulate.ts';

const settings = { alpha: 0.05, ci: 'studentised', seed: 1, power: 0.8 } as const;
/** Deltas of many sizes, near to normal. */
const smooth = Array.from({ length: 400 }, (_, i) => (((i * 37) % 101) - 50) / 100 + (((i * 53) % 97) - 48) / 100);
const noiseOf = (deltas: readonly number[], mean = 0.7): BuildNoise => ({
	deltas: distributionOf([...deltas, ...deltas.map((delta) => -delta)]),
	units: 100,
	perUnit: 1,
	mean,
	max: 1,
});

describe('decidableDrop', () => {
	it('passes what is unchanged and fails twice the limit, and no smaller limit does', () => {
		const noise = noiseOf([...new Array<number>(80).fill(0), 1, -1, 0.5, -0.5, 1, -1, 0.5, -0.5, 0.5, -0.5]);
		const limit = decidableDrop(noise, 100, settings) ?? 0;
		const rates = (drop: number, maxDrop: number) =>
			outcomeRates(simulateBuilds(noise, drop, 100, settings) ?? [], maxDrop, settings.alpha);
		expect(rates(0, limit).pass).toBeGreaterThanOrEqual(0.8);
		expect(rates(2 * limit, limit).fail).toBeGreaterThanOrEqual(0.8);
		expect(rates(limit, limit).pass).toBeLessThan(0.04);
		const less = 0.9 * limit;
		expect(rates(0, less).pass < 0.8 || rates(2 * less, less).fail < 0.8).toBe(true);
	});

	it('agrees with the t test where deltas are smooth, and shrinks with the root of the queries', () => {
		const noise = noiseOf(smooth);
		const [few, many] = [decidableDrop(noise, 100, settings) ?? 0, decidableDrop(noise, 400, settings) ?? 0];
		const sd = Math.sqrt(smooth.reduce((sum, delta) => sum + delta ** 2, 0) / smooth.length);
		expect(queriesNeeded(few / sd, 0.05, 0.8)).toBeGreaterThan(70);
		expect(queriesNeeded(few / sd, 0.05, 0.8)).toBeLessThan(130);
		expect(few / many).toBeGreaterThan(1.7);
		expect(few / many).toBeLessThan(2.4);
	});

	it('is none where not even half the mean can be decided', () => {
		expect(decidableDrop(noiseOf([1, -1, 1, -1]), 20, settings)).toBeUndefined();
		expect(decidableDrop(noiseOf(smooth, 0.01), 100, settings)).toBeUndefined();
	});

	it('is the same for the same seed', () => {
		expect(decidableDrop(noiseOf(smooth), 60, settings)).toBe(decidableDrop(noiseOf(smooth), 60, settings));
	});
});

describe('unitsToDecide', () => {
	it('is what decidableDrop needs for its own limit', () => {
		const noise = noiseOf(smooth);
		const limit = decidableDrop(noise, 200, settings) ?? 0;
		const needed = unitsToDecide(noise, limit, settings) ?? 0;
		expect(needed).toBeGreaterThan(140);
		expect(needed).toBeLessThan(260);
		expect(unitsToDecide(noise, limit / 4, settings)).toBeGreaterThan(10 * needed);
	});

	it('is none where twice the limit is more than the mean', () => {
		expect(unitsToDecide(noiseOf(smooth, 0.1), 0.06, settings)).toBeUndefined();
	});
});
