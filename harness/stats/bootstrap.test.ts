import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { bootstrap } from './bootstrap.ts';
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
		{ name: 'exact', rows: [0, 1, 2, 3] },
		{ name: 'multihop', rows: [4, 5, 6, 7, 8] },
	];
	const settings = { resamples: 2000, confidence: 0.95, method: 'bca', seed: 1 } as const;
	const column = [0.1, 0, 0.5, -0.25, 1, 0, 0, 0.5, -0.5];

	it('is the same for the same seed, and another for another', () => {
		const again = bootstrap([column], strata, settings);
		expect(bootstrap([column], strata, settings)).toEqual(again);
		expect(bootstrap([column], strata, { ...settings, seed: 2 })).not.toEqual(again);
	});

	it('moves no number when a metric, or a stratum, is added', () => {
		const alone = bootstrap([column], strata, settings)[0];
		const beside = bootstrap([column.map((delta) => delta * 2), column], strata, settings)[1];
		expect(beside).toEqual(alone);
		const lone = bootstrap([column], strata.slice(1), settings)[0];
		expect(lone?.strata.get('multihop')).toEqual(alone?.strata.get('multihop'));
	});

	it('keeps the share of each stratum: a difference between strata adds no width to the overall interval', () => {
		const apart = [0, 0, 0, 0, 1, 1, 1, 1, 1];
		const [result] = bootstrap([apart], strata, settings);
		expect(result?.overall.interval).toEqual({ low: 5 / 9, high: 5 / 9 });
	});

	it('takes a drawn mean of all strata for the overall one', () => {
		const [means] = resampleMeans([column], strata, 50, 3);
		const exact = means?.strata.get('exact')?.means ?? new Float64Array();
		const multihop = means?.strata.get('multihop')?.means ?? new Float64Array();
		means?.overall.means.forEach((mean, i) => {
			expect(mean).toBeCloseTo(((exact[i] ?? 0) * 4 + (multihop[i] ?? 0) * 5) / 9, 12);
		});
	});
});

describe('bulk draws', () => {
	it('are the single draws, in order, and leave the stream where those would', () => {
		const single = randomStream(5, 'x');
		const bulk = randomStream(5, 'x');
		const words = new Uint32Array(37);
		bulk.fillUint32(words);
		expect([...words]).toEqual(Array.from({ length: 37 }, () => single.uint32()));
		const places = new Int32Array(41);
		bulk.fillBelow(1999, places);
		expect([...places]).toEqual(Array.from({ length: 41 }, () => single.below(1999)));
		expect(bulk.uint32()).toBe(single.uint32());
	});
});
