import { describe, expect, test } from 'vitest';
import { COMPARE_DEFAULTS } from '../../compare/comparison.ts';
import type { Query } from '../../contract.ts';
import { randomStream } from '../../random.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import { dealFolds } from '../grid/folds.ts';
import type { HeldOutQueries } from './held-out-rows.ts';
import { conjunctionPower } from './power.ts';

const QUERIES = 100;
const list: readonly Query[] = Array.from({ length: QUERIES }, (_, i) => ({ id: `q${i}`, text: '', stratum: 'all' }));
const strata = rowsByStratum(list.map(({ stratum }) => stratum));
const folds = dealFolds(QUERIES, strata, { folds: 5, repeats: 3, seed: 1 }, 'retest');
const queries: HeldOutQueries = { metric: { name: 'nDCG@10', max: 1 }, queries: list, strata, folds, foldCount: 5 };

/** The same values in every repeat. */
const values = (of: (query: number) => number): readonly Float64Array[] =>
	folds.map(() => Float64Array.from({ length: QUERIES }, (_, query) => of(query)));
const noise = (sd: number, seed: number): readonly number[] => {
	const stream = randomStream(seed, 'noise');
	return Array.from({ length: QUERIES }, () => sd * Math.sqrt(12) * (stream.next() - 0.5));
};
const base = values(() => 0.5);
const power = (variant: readonly Float64Array[], references = [base, base, base], family = 1) =>
	conjunctionPower({ label: 'v', variant, references }, queries, family, { ...COMPARE_DEFAULTS, resamples: 500 }, 60);

describe('conjunctionPower', () => {
	const found = noise(0.2, 1);
	const noisy = values((query) => 0.5 + (found[query] as number));

	test('against the base three times it is about the power of a t test: .70 for a difference of .05 at sd .2', () => {
		// With 5 folds the corrected resampled t test takes the variance 1.35 to 1.58 times: what a t test finds in 70 %.
		const { gains, mde } = power(noisy);
		const at = (gain: number): number => gains.find((entry) => entry.gain === gain)?.power ?? Number.NaN;
		expect(at(0.01)).toBeLessThan(0.2);
		expect(at(0.05)).toBeGreaterThan(0.3);
		expect(at(0.05)).toBeLessThan(0.8);
		expect(at(0.1)).toBeGreaterThan(0.9);
		expect(mde).toBeGreaterThan(0.05);
		expect(mde).toBeLessThan(0.1);
	});

	test('more of a gain is found more often, and a larger family finds less', () => {
		const alone = power(noisy).gains.map((entry) => entry.power);
		expect(alone).toEqual([...alone].sort((x, y) => x - y));
		const among = power(noisy, [base, base, base], 5).gains;
		alone.forEach((share, i) => {
			expect(among[i]?.power).toBeLessThanOrEqual(share);
		});
	});

	test('a second reference that varies by itself makes it harder', () => {
		const other = noise(0.2, 2);
		const placebo = values((query) => 0.5 + (other[query] as number));
		const alone = power(noisy).gains.find(({ gain }) => gain === 0.07)?.power as number;
		expect(power(noisy, [base, base, placebo]).gains.find(({ gain }) => gain === 0.07)?.power).toBeLessThan(alone);
	});

	test('without a query that scored differently nothing can be said', () => {
		expect(power(base)).toEqual({ variant: 'v', gains: [], mde: undefined, simulations: 60 });
	});

	test('gains that the differences seen can not make are left out', () => {
		const few = power(values((query) => (query < 30 ? 0.55 : 0.5)));
		expect(few.gains.every(({ gain }) => gain < 0.05)).toBe(true);
	});
});
