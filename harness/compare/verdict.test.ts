import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { type BootstrapResult, bootstrap, type StratifiedBootstrap } from '../stats/bootstrap.ts';
import { effect } from '../stats/effect.ts';
import { studentisedEquivalence } from '../stats/equivalence.ts';
import { strataOf } from '../stats/testing/layouts.ts';
import { type World, worlds } from '../stats/testing/simulated-worlds.ts';
import { decide, type Evidence, offZeroAlone } from './verdict.ts';

const better: Evidence = {
	meanDelta: 0.1,
	interval: { low: 0.05, high: 0.15 },
	studentisedP: 0.01,
	equivalenceP: undefined,
	margin: undefined,
	alpha: 0.05,
};
const near: Evidence = {
	...better,
	meanDelta: 0.001,
	interval: { low: -0.01, high: 0.012 },
	studentisedP: 0.8,
	margin: 0.02,
	equivalenceP: 0.001,
};

function bootstrapped(deltas: readonly number[], seed: number, resamples = 500): BootstrapResult {
	const settings = { resamples, confidence: 0.95, method: 'studentised', seed, max: [1] } as const;
	return (bootstrap([deltas], strataOf([deltas.length]), settings)[0] as StratifiedBootstrap).overall;
}

/** The evidence of a row that is a family of its own. */
function evidenceOf(deltas: readonly number[], seed: number, margin: number | undefined): Evidence {
	const found = bootstrapped(deltas, seed);
	return {
		meanDelta: effect(deltas).meanDelta,
		interval: found.interval,
		studentisedP: found.studentisedP,
		equivalenceP: margin === undefined ? undefined : studentisedEquivalence(found, margin).p,
		margin,
		alpha: 0.05,
	};
}

describe('decide', () => {
	it('says win or loss where p and interval agree', () => {
		expect(decide(better)).toBe('win');
		expect(decide({ ...better, meanDelta: -0.1, interval: { low: -0.15, high: -0.05 } })).toBe('loss');
	});

	it('says inconclusive where one of them does not', () => {
		expect(decide({ ...better, studentisedP: 0.06 })).toBe('inconclusive');
		expect(decide({ ...better, interval: { low: 0, high: 0.15 } })).toBe('inconclusive');
	});

	it('says equivalent only inside a named margin', () => {
		expect(decide(near)).toBe('equivalent');
		expect(decide({ ...near, margin: undefined })).toBe('inconclusive');
		expect(decide({ ...near, margin: 0.011 })).toBe('inconclusive');
		expect(decide({ ...near, equivalenceP: 0.06 })).toBe('inconclusive');
		expect(decide({ ...better, margin: 0.5, equivalenceP: 1e-9 })).toBe('win');
	});

	it('says equivalent of nothing moved only where the rule of three lies inside the margin', () => {
		const unmoved = (n: number, margin: number | undefined) => decide(evidenceOf(new Array(n).fill(0), 1, margin));
		expect(unmoved(1000, undefined)).toBe('inconclusive');
		expect(unmoved(20, 0.05)).toBe('inconclusive');
		// 1 - .05^(1/n) is .0516 for 57 queries and .0498 for 59.
		expect(unmoved(57, 0.05)).toBe('inconclusive');
		expect(unmoved(59, 0.05)).toBe('equivalent');
	});

	it('says inconclusive of what is not a number', () => {
		for (const part of ['meanDelta', 'studentisedP'] as const)
			expect(decide({ ...better, [part]: Number.NaN })).toBe('inconclusive');
		expect(decide({ ...better, interval: { low: Number.NaN, high: Number.NaN } })).toBe('inconclusive');
		expect(decide({ ...near, equivalenceP: Number.NaN })).toBe('inconclusive');
	});

	it('never contradicts the default interval: of one row, off 0 and win or loss are the same', () => {
		const delta = fc.oneof(
			fc.constant(0),
			fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
		);
		fc.assert(
			fc.property(fc.array(delta, { minLength: 1, maxLength: 40 }), fc.nat(), (deltas, seed) => {
				const evidence = evidenceOf(deltas, seed, undefined);
				if (Math.abs(evidence.studentisedP - 0.05) < 1e-9) return;
				const offZero = evidence.interval.low > 0 || evidence.interval.high < 0;
				expect(decide(evidence) !== 'inconclusive').toBe(offZero);
				expect(offZeroAlone(evidence)).toBe(false);
			}),
		);
	});

	it('names the one disagreement that a correction leaves', () => {
		expect(offZeroAlone({ ...better, studentisedP: 0.06 })).toBe(true);
		expect(offZeroAlone(better)).toBe(false);
		expect(offZeroAlone(near)).toBe(false);
	});
});

describe('on 20 simulated queries of known truth', () => {
	const repetitions = 300;
	const simulate = ({ name, mean, draw }: World) => {
		const stream = randomStream(1, name);
		let covered = 0;
		let claimed = 0;
		let equivalent = 0;
		for (let seed = 0; seed < repetitions; seed++) {
			const deltas = Array.from({ length: 20 }, () => draw(stream));
			// The smallest margin that makes `equivalent` false.
			const evidence = evidenceOf(deltas, seed, Math.abs(mean) || 0.01);
			const { low, high } = evidence.interval;
			if (low <= mean + 1e-12 && mean - 1e-12 <= high) covered++;
			const verdict = decide(evidence);
			if (verdict === 'win' || verdict === 'loss') claimed++;
			if (verdict === 'equivalent') equivalent++;
		}
		return { covered: covered / repetitions, claimed: claimed / repetitions, equivalent: equivalent / repetitions };
	};
	// Rare deltas that a sample holds none of are beyond any test; the script reports them.
	const seen = worlds.filter(({ rare }) => rare === undefined);

	it.each(seen)('the interval covers: $name', (world) => {
		// Nominal 95 %; three standard errors of 300 repetitions are 3.8 points.
		expect(simulate(world).covered).toBeGreaterThan(0.95 - 0.038);
	});

	it.each(seen.filter(({ mean }) => mean === 0))('a false win or loss is rare: $name', (world) => {
		expect(simulate(world).claimed).toBeLessThan(0.05 + 0.038);
	});

	it.each(worlds.filter(({ mean, rare }) => mean !== 0 && rare === undefined))(
		'a false equivalent is rare: $name',
		(world) => {
			expect(simulate(world).equivalent).toBeLessThan(0.05 + 0.038);
		},
	);
});
