import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { bootstrap, type StratifiedBootstrap } from './bootstrap.ts';
import { basic, bca, percentile, type ResampledMeans } from './bootstrap-interval.ts';
import { resampleMeans } from './resample.ts';

/**
 * The data and intervals of scipy's own tests of scipy.stats.bootstrap (test_bootstrap_against_R: R's boot.ci, mean,
 * 95 %).
 */
const PUBLISHED = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213];

function sampleOf(values: readonly number[], resamples: number): ResampledMeans {
	const rows = values.map((_, row) => row);
	const [column] = resampleMeans([values], [{ name: 'all', rows }], resamples, 7);
	const observed = values.reduce((sum, value) => sum + value, 0) / values.length;
	return {
		observed,
		sorted: (column?.overall.means ?? new Float64Array()).slice().sort(),
		centred: values.map((value) => value - observed),
	};
}

describe('bootstrap intervals against published values', () => {
	const sample = sampleOf(PUBLISHED, 400_000);
	it.each([
		['percentile', percentile, 28.86, 84.21],
		['basic', basic, 23.77, 79.12],
		['bca', bca, 32.31, 91.43],
	] as const)('%s', (_, method, low, high) => {
		const interval = method(sample, 0.95);
		expect(Math.abs(interval.low / low - 1)).toBeLessThan(0.005);
		expect(Math.abs(interval.high / high - 1)).toBeLessThan(0.005);
	});
});

describe('bootstrap over strata', () => {
	const strata = [
		{ name: 'exact', rows: [0, 1, 2, 3, 9] },
		{ name: 'multihop', rows: [4, 5, 6, 7, 8, 10] },
	];
	const settings = { resamples: 2000, confidence: 0.95, method: 'bca', seed: 1 } as const;
	const column = [0.1, 0, 0.5, -0.25, 1, 0, 0, 0.5, -0.5, 0, 0.25];
	/** The numbers of a result, without its functions. */
	const numbersOf = (result: StratifiedBootstrap | undefined): unknown =>
		result && [result.overall, ...result.strata.values()].map((part) => JSON.stringify(part));

	it('is the same for the same seed, and another for another', () => {
		for (const method of ['studentised', 'bca', 'percentile'] as const) {
			const again = numbersOf(bootstrap([column], strata, { ...settings, method })[0]);
			expect(numbersOf(bootstrap([column], strata, { ...settings, method })[0])).toEqual(again);
			expect(numbersOf(bootstrap([column], strata, { ...settings, method, seed: 2 })[0])).not.toEqual(again);
		}
	});

	it('moves no number when a metric, or a stratum, is added', () => {
		const alone = bootstrap([column], strata, settings)[0];
		const beside = bootstrap([column.map((delta) => delta * 2), column], strata, settings)[1];
		expect(numbersOf(beside)).toEqual(numbersOf(alone));
		const selected = bootstrap([column], strata.slice(1), settings)[0]?.strata.get('multihop');
		expect(JSON.stringify(selected)).toEqual(JSON.stringify(alone?.strata.get('multihop')));
	});

	it('keeps the share of each stratum: a difference between strata adds nothing to the resampled means', () => {
		const apart = column.map((_, row) => (strata[1]?.rows.includes(row) ? 1 : 0));
		const [means] = resampleMeans([apart], strata, 50, 3);
		for (const mean of means?.overall.means ?? []) expect(mean).toBeCloseTo(6 / 11, 12);
		// No spread within is not certainty: two pseudo-observations are left.
		const [result] = bootstrap([apart], strata, { ...settings, method: 'studentised' });
		expect(result?.overall.interval.low).toBeLessThan(6 / 11 - 0.1);
		expect(result?.overall.interval.high).toBeGreaterThan(6 / 11 + 0.1);
	});

	it('takes a drawn mean of all strata for the overall one', () => {
		const [means] = resampleMeans([column], strata, 50, 3);
		const exact = means?.strata.get('exact')?.means ?? new Float64Array();
		const multihop = means?.strata.get('multihop')?.means ?? new Float64Array();
		means?.overall.means.forEach((mean, i) => {
			expect(mean).toBeCloseTo(((exact[i] ?? 0) * 5 + (multihop[i] ?? 0) * 6) / 11, 12);
		});
	});
});

describe('the largest size of a delta', () => {
	const rows = Array.from({ length: 30 }, (_, row) => row);
	const settings = { resamples: 500, confidence: 0.95, method: 'studentised', seed: 1 } as const;
	const of = (deltas: readonly number[], max?: number) =>
		bootstrap([deltas], [{ name: 'all', rows }], max === undefined ? settings : { ...settings, max: [max] })[0]
			?.overall;
	const unmoved = rows.map(() => 0);

	it('bounds what may have gone unseen, and is 1 where it is not named', () => {
		expect(of(unmoved, 1)?.interval.high).toBeCloseTo(0.095, 3);
		expect(of(unmoved, 0.5)?.interval.high).toBeCloseTo(0.0475, 4);
		expect(of(unmoved)?.interval).toEqual(of(unmoved, 1)?.interval);
		expect(of(unmoved)?.studentisedP).toBe(1);
	});

	it('is the farthest that an interval reaches', () => {
		const deltas = rows.map((row) => (row < 2 ? 0.9 : 1));
		expect(of(deltas, 1)?.interval.high).toBe(1);
	});
});

describe('bulk draws', () => {
	it('are the single draws, in order, and leave the stream where those would', () => {
		const single = randomStream(5, 'x');
		const bulk = randomStream(5, 'x');
		const words = new Uint32Array(37);
		bulk.fillUint32(words);
		expect([...words]).toEqual(Array.from({ length: 37 }, () => single.uint32()));
		const draws = new Int32Array(41);
		bulk.fillBelow(1999, draws);
		expect([...draws]).toEqual(Array.from({ length: 41 }, () => single.below(1999)));
		expect(bulk.uint32()).toBe(single.uint32());
	});
});
