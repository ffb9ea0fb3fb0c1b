import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { bootstrap } from './bootstrap.ts';
import { distributionOf } from './delta-distribution.ts';
import { criticalT, fastInterval, fastRandomisationP } from './fast-tests.ts';
import { randomisationTest } from './randomisation.ts';
import { type SimulatedSample, simulateSamples } from './simulated-sample.ts';
import { worlds } from './testing/simulated-worlds.ts';

/** Samples of every world, as the simulation sees them. */
function* samples(n: number, each: number): Generator<{ sample: SimulatedSample; step: number; name: string }> {
	for (const world of worlds) {
		const stream = randomStream(3, `${world.name}/${n}`);
		const base = distributionOf(Array.from({ length: 400 }, () => world.draw(stream)));
		const found: SimulatedSample[] = [];
		simulateSamples(base, n, each, stream, (sample) => {
			found.push({ ...sample, deltas: sample.deltas.slice() });
		});
		for (const sample of found) yield { sample, step: base.step, name: world.name };
	}
}

describe('simulateSamples', () => {
	it('sums what it drew', () => {
		for (const { sample } of samples(30, 3)) {
			const power = (k: number): number => sample.deltas.reduce((sum, delta) => sum + delta ** k, 0);
			expect([sample.sum, sample.squares, sample.cubes, sample.fourths].map((sum) => sum.toFixed(9))).toEqual(
				[1, 2, 3, 4].map((k) => power(k).toFixed(9)),
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

describe('fastRandomisationP', () => {
	it('counts near its level what the test itself counts, where few moved', () => {
		let compared = 0;
		for (const { sample, step } of samples(12, 60)) {
			const { p } = randomisationTest([...sample.deltas], randomStream(1, 'p'));
			if (sample.moved < 5 || p > 0.1) continue;
			expect(fastRandomisationP(sample, Math.max(p, 2 ** (1 - sample.moved) * 1.01), step)).toBeCloseTo(p, 9);
			compared++;
		}
		expect(compared).toBeGreaterThan(20);
	});

	it('comes within a fifth of the p of the test itself on more, and within a twentieth as a rule', () => {
		const off: number[] = [];
		for (const { sample, step, name } of samples(60, 30)) {
			const { p } = randomisationTest([...sample.deltas], randomStream(1, 'p'), 40_000);
			if (p < 0.01 || p > 0.1 || sample.moved < 5) continue;
			const fast = fastRandomisationP(sample, p * 1.01, step);
			expect(Math.abs(Math.log(fast / p)), `${name}: ${fast} for ${p}`).toBeLessThan(Math.log(1.2));
			off.push(Math.abs(Math.log(fast / p)));
		}
		expect(off.length).toBeGreaterThan(10);
		expect(off.sort((a, b) => a - b)[Math.floor(off.length / 2)]).toBeLessThan(0.05);
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
