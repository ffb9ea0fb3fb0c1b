import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { bootstrap } from './bootstrap.ts';
import { distributionOf } from './delta-distribution.ts';
import { criticalT, fastInterval } from './fast-tests.ts';
import { type SimulatedSample, simulateSamples } from './simulated-sample.ts';
import { worlds } from './testing/simulated-worlds.ts';

/** Samples of every world, as the simulation sees them. */
function* samples(n: number, each: number): Generator<{ sample: SimulatedSample; name: string }> {
	for (const world of worlds) {
		const stream = randomStream(3, `${world.name}/${n}`);
		const base = distributionOf(Array.from({ length: 400 }, () => world.draw(stream)));
		const found: SimulatedSample[] = [];
		simulateSamples(base, n, each, stream, (sample) => {
			found.push({ ...sample, deltas: sample.deltas.slice() });
		});
		for (const sample of found) yield { sample, name: world.name };
	}
}

describe('simulateSamples', () => {
	it('sums what it drew', () => {
		for (const { sample } of samples(30, 3)) {
			const power = (k: number): number => sample.deltas.reduce((sum, delta) => sum + delta ** k, 0);
			expect([sample.sum, sample.squares, sample.cubes].map((sum) => sum.toFixed(9))).toEqual(
				[1, 2, 3].map((k) => power(k).toFixed(9)),
			);
			expect(sample.moved).toBe([...sample.deltas].filter((delta) => delta !== 0).length);
		}
	});

	it('draws each value as often as its weight says', () => {
		const base = distributionOf([1, 0, 0, -1, 0.5, 0, 0, 0]);
		const counts = new Map<number, number>();
		simulateSamples(base, 100, 500, randomStream(1, 'shares'), ({ deltas }) => {
			for (const delta of deltas) counts.set(delta, (counts.get(delta) ?? 0) + 1);
		});
		base.values.forEach((value, i) => {
			expect((counts.get(value) ?? 0) / 50_000).toBeCloseTo(base.weights[i] as number, 2);
		});
	});
});

describe('fastInterval', () => {
	it('has ends near those of the studentised bootstrap, in standard errors', () => {
		const differences: number[] = [];
		for (const { sample, name } of samples(60, 10)) {
			if (sample.moved < 5) continue;
			const deltas = [...sample.deltas];
			const max = Math.max(1, ...deltas.map(Math.abs));
			const rows = deltas.map((_, row) => row);
			const settings = { resamples: 4000, confidence: 0.95, method: 'studentised', seed: 1, max: [max] } as const;
			const real = bootstrap([deltas], [{ name, rows }], settings)[0]?.overall.interval;
			const fast = fastInterval(sample, criticalT(60, 0.05), max);
			const error = Math.sqrt((sample.squares / 60 - (sample.sum / 60) ** 2) / 59);
			differences.push((fast.low - (real?.low ?? 0)) / error, (fast.high - (real?.high ?? 0)) / error);
		}
		const sizes = differences.map(Math.abs).sort((a, b) => a - b);
		const share = (q: number): number => sizes[Math.floor(q * sizes.length)] as number;
		expect(sizes.length).toBeGreaterThan(80);
		expect(share(0.5)).toBeLessThan(0.02);
		expect(share(0.8)).toBeLessThan(0.1);
		expect(share(0.9)).toBeLessThan(0.25);
	});

	it('mirrors with the deltas', () => {
		for (const { sample } of samples(25, 4)) {
			const mirrored = { ...sample, sum: -sample.sum, cubes: -sample.cubes };
			const [one, other] = [fastInterval(sample, 2, 1), fastInterval(mirrored, 2, 1)];
			expect(one.low).toBeCloseTo(-other.high, 12);
			expect(one.high).toBeCloseTo(-other.low, 12);
		}
	});
});
