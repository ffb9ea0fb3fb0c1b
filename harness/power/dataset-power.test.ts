import { describe, expect, it } from 'vitest';
import { POWER_DEFAULTS, powerOf } from './power.ts';
import { runForTests } from './testing/run-for-tests.ts';

/** `n` values, the first `ones` of them 1. */
const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) =>
	runForTests({ name, strata: { exact: { MRR: hits(39, ones) }, multihop: { MRR: hits(60, 30) } } });

describe('powerOf', () => {
	it('has a row overall and per stratum, at the level that the correction leaves', () => {
		const rows = powerOf(run('a', 20), undefined, POWER_DEFAULTS);
		expect(rows.map(({ stratum, n, few }) => [stratum, n, few])).toEqual([
			['overall', 99, false],
			['exact', 39, true],
			['multihop', 60, false],
		]);
		expect(rows[0]?.level).toBeCloseTo(0.05 / 3, 12);
	});

	it('takes the sd of the scores at correlation .5, and none at 1', () => {
		// 39 queries, 20 ones: sd .5064; statsmodels TTestPower: d .46035538 is found by 39 queries with power .8.
		const [, exact] = powerOf(run('a', 20), undefined, { ...POWER_DEFAULTS, correction: 'none' });
		expect(exact?.sd).toBeCloseTo(0.50637, 5);
		expect(exact?.detectable).toBeCloseTo(0.50637 * 0.4603553805779174, 5);
		expect(exact?.needed.map((queries) => (queries ?? 0) > 39)).toEqual([true, true, true]);
		const closer = powerOf(run('a', 20), undefined, { ...POWER_DEFAULTS, correction: 'none', correlation: 0.875 });
		expect(closer[1]?.sd).toBeCloseTo(0.50637 / 2, 5);
	});

	it('takes the sd of the deltas from a second run', () => {
		const [, exact, multihop] = powerOf(run('a', 20), run('b', 26), POWER_DEFAULTS);
		expect(exact?.sd).toBeCloseTo(0.36552, 5);
		expect(multihop).toMatchObject({ sd: 0, detectable: undefined, needed: [undefined, undefined, undefined] });
		// Seven queries must move the same way before a corrected randomisation test says anything: 7 / .1.
		const lone = powerOf(run('a', 20), run('b', 21), POWER_DEFAULTS)[1];
		expect(lone?.detectable).toBeCloseTo(7 / 39, 12);
		expect(lone?.needed[2]).toBe(70);
	});

	it('refuses what makes no sense', () => {
		for (const [more, message] of [
			[{ alpha: 0.7 }, 'alpha'],
			[{ power: 1 }, 'power'],
			[{ correlation: 1 }, 'correlation'],
			[{ deltas: [0] }, 'a wished delta'],
		] as const)
			expect(() => powerOf(run('a', 20), undefined, { ...POWER_DEFAULTS, ...more })).toThrow(message);
	});
});
