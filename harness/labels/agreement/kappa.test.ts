import { describe, expect, it } from 'vitest';
import { kendallTauB } from '../../stats/kendall-tau-b.ts';
import type { Confusion } from './confusion.ts';
import { confusionOf } from './confusion.ts';
import { cohensKappa, kappaValue } from './kappa.ts';

function table(counts: number[][]): Confusion {
	return { grades: counts.map((_, grade) => grade), counts, n: counts.flat().reduce((sum, count) => sum + count, 0) };
}

/** The example of the SAS FREQ manual that statsmodels' tests use: `table10` of `stats/tests/test_inter_rater.py`. */
const sas = table([
	[0, 4, 1],
	[0, 8, 0],
	[0, 1, 5],
]);

/** Raters 2 and 3 of the anxiety data of R's irr, as statsmodels' `test_cohens_kappa_irr` tabulates them. */
const anxiety = table([
	[0, 0, 1, 0, 0],
	[4, 0, 1, 0, 0],
	[2, 3, 3, 0, 0],
	[0, 2, 0, 1, 1],
	[1, 0, 0, 1, 0],
]);

const made = table([
	[44, 5, 3, 1],
	[4, 20, 6, 0],
	[2, 7, 15, 5],
	[0, 1, 3, 9],
]);

describe("Cohen's kappa", () => {
	it.each([
		{ weights: 'plain', printed: [0.4842, 0.138, 0.2137, 0.7547] },
		{ weights: 'linear', printed: [0.4701, 0.1457, 0.1845, 0.7558] },
	] as const)('is that of SAS, as statsmodels publishes it: $weights', ({ weights, printed }) => {
		const found = cohensKappa(sas, weights);
		const values = [found?.kappa, found?.standardError, found?.interval.low, found?.interval.high];
		values.forEach((value, i) => {
			expect(value).toBeCloseTo(printed[i] as number, 4);
		});
	});

	it.each([
		{ weights: 'plain', printed: -0.006289308 },
		{ weights: 'linear', printed: 0.1459075 },
		{ weights: 'quadratic', printed: 0.2520325 },
	] as const)("is that of R's irr::kappa2: $weights", ({ weights, printed }) => {
		expect(kappaValue(anxiety, weights)).toBeCloseTo(printed, 6);
	});

	// statsmodels 0.15.0 cohens_kappa(table, weights=[0, 1, ...], wt=...): kappa, std_kappa, kappa_low, kappa_upp
	it.each([
		['sas', sas, 'plain', 0.48416289592760187, 0.1380135783058146, 0.21366125307070666, 0.754664538784497],
		['sas', sas, 'linear', 0.4701195219123506, 0.14574604514192566, 0.18446252254502737, 0.7557765212796739],
		['sas', sas, 'quadratic', 0.4501607717041801, 0.19223266335726072, 0.07339167487173648, 0.8269298685366238],
		['made', made, 'plain', 0.5798128463704915, 0.05603426565917646, 0.469987703778356, 0.689637988962627],
		['made', made, 'linear', 0.6814294614034094, 0.04920462220983938, 0.5849901739992246, 0.7778687488075943],
		['made', made, 'quadratic', 0.7673353620704937, 0.050800568067596315, 0.6677680782638293, 0.866902645877158],
	] as const)('agrees with statsmodels to 10 digits: %s %s', (_, counts, weights, kappa, error, low, high) => {
		const found = cohensKappa(counts, weights);
		expect(found?.kappa).toBeCloseTo(kappa, 10);
		expect(found?.standardError).toBeCloseTo(error, 10);
		expect(found?.interval.low).toBeCloseTo(low, 10);
		expect(found?.interval.high).toBeCloseTo(high, 10);
	});

	it('is 1 without error where judges always agree, and -1 where they always differ evenly', () => {
		expect(
			cohensKappa(
				table([
					[3, 0],
					[0, 4],
				]),
				'plain',
			),
		).toEqual({
			kappa: 1,
			standardError: 0,
			interval: { low: 1, high: 1 },
		});
		expect(
			kappaValue(
				table([
					[0, 5],
					[5, 0],
				]),
				'plain',
			),
		).toBeCloseTo(-1, 12);
	});

	it('is not defined where a judge gave one grade to everything', () => {
		expect(cohensKappa(table([[7]]), 'plain')).toBeUndefined();
		expect(
			cohensKappa(
				table([
					[7, 0],
					[0, 0],
				]),
				'quadratic',
			),
		).toBeUndefined();
		expect(
			cohensKappa(
				table([
					[3, 0],
					[4, 0],
				]),
				'plain',
			),
		).toBeUndefined();
		expect(cohensKappa({ grades: [], counts: [], n: 0 }, 'linear')).toBeUndefined();
	});

	it('weighs grades by their distance, also where nobody gave the ones between', () => {
		const gap = confusionOf([
			[0, 0],
			[0, 1],
			[3, 3],
			[1, 0],
			[3, 3],
		]);
		expect(gap.grades).toEqual([0, 1, 3]);
		const near = kappaValue(gap, 'linear') as number;
		const ranked = kappaValue({ ...gap, grades: [0, 1, 2] }, 'linear') as number;
		expect(near).toBeGreaterThan(ranked);
	});
});

describe("Kendall's tau-b", () => {
	it('counts ties as scipy does', () => {
		// scipy.stats.kendalltau([1, 2, 2, 4, 5], [2, 1, 3, 3, 5])
		expect(kendallTauB([1, 2, 2, 4, 5], [2, 1, 3, 3, 5])).toBeCloseTo(0.6666666666666666, 12);
	});

	it('is 1, -1, or not defined', () => {
		expect(kendallTauB([1, 2, 3], [4, 5, 6])).toBe(1);
		expect(kendallTauB([1, 2, 3], [6, 5, 4])).toBe(-1);
		expect(kendallTauB([1, 1], [1, 2])).toBeUndefined();
		expect(kendallTauB([1], [1])).toBeUndefined();
	});
});
