import { describe, expect, it } from 'vitest';
import { runForTests } from '../../testing/run-for-tests.ts';
import { powerOf } from './dataset-power.ts';
import { POWER_DEFAULTS } from './options.ts';

/** `n` values, the first `ones` of them 1. */
const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) =>
	runForTests({ name, strata: { exact: { MRR: hits(39, ones) }, multihop: { MRR: hits(60, 30) } } });

describe('powerOf', () => {
	it('has a primary row at alpha alone, and the others as one family', () => {
		const { rows } = powerOf(run('a', 20), undefined, POWER_DEFAULTS);
		expect(rows.map(({ stratum, role, n, few, level }) => [stratum, role, n, few, level])).toEqual([
			['overall', 'primary', 99, false, 0.05],
			['exact', 'secondary', 39, true, 0.025],
			['multihop', 'secondary', 60, false, 0.025],
		]);
		const asked = powerOf(run('a', 20), undefined, { ...POWER_DEFAULTS, primary: 'MRR/exact', strata: ['exact'] });
		expect(asked.rows.map(({ role, level }) => [role, level])).toEqual([
			['secondary', 0.05],
			['primary', 0.05],
			['exploratory', 0.05],
		]);
	});

	it('assumes deltas with the sd that the correlation leaves', () => {
		// 39 queries, 20 ones: sd .5064; sd of the deltas the same at correlation .5, half of it at .875.
		const [, exact] = powerOf(run('a', 20), undefined, POWER_DEFAULTS).rows;
		const [, closer] = powerOf(run('a', 20), undefined, { ...POWER_DEFAULTS, correlation: 0.875 }).rows;
		expect(exact?.sd).toBeCloseTo(0.50637, 5);
		expect(closer?.sd).toBeCloseTo(0.50637 / 2, 5);
		expect(closer?.found.mde ?? 1).toBeLessThan(exact?.found.mde ?? 0);
		expect(exact?.needed.map((queries) => (queries ?? 0) > 39)).toEqual([true, true, true]);
	});

	it('takes the deltas from a second run, and the prior where nothing moved', () => {
		const [, exact, multihop] = powerOf(run('a', 20), run('b', 26), POWER_DEFAULTS).rows;
		expect(exact?.sd).toBeCloseTo(0.36552, 5);
		expect(multihop?.sd).toBe(0);
		// Seven moves of one sign have p = 1/64 < .025, six have 1/32: at least seven of 60 in four runs of five.
		expect(multihop?.found.mde).toBeGreaterThan(7 / 60);
		expect(multihop?.found.mde).toBeLessThan(0.2);
		expect(multihop?.needed[0]).toBeGreaterThan(7 / 0.02);
	});

	it('knows what the metric leaves no room for', () => {
		const [, exact] = powerOf(run('a', 39), undefined, POWER_DEFAULTS).rows;
		expect(exact?.found.gain).toBeUndefined();
		expect(exact?.found.mde).toBe(exact?.found.loss);
	});

	it('refuses what makes no sense', () => {
		for (const [more, message] of [
			[{ alpha: 0.7 }, 'alpha'],
			[{ power: 1 }, 'power'],
			[{ correlation: 1 }, 'correlation'],
			[{ deltas: [0] }, 'a wished difference'],
			[{ primary: 'MRR/exakt' }, 'no stratum'],
		] as const)
			expect(() => powerOf(run('a', 20), undefined, { ...POWER_DEFAULTS, ...more })).toThrow(message);
	});
});
