import { describe, expect, test } from 'vitest';
import { randomStream } from '../../random.ts';
import type { StratumRows } from '../../stats/resample.ts';
import { resampledT } from '../../stats/resampled-t.ts';
import { crossValidate as crossValidateOn, gainsOf, type HeldOut, type HeldOutGains } from './cross-validation.ts';
import { dealFolds, type FoldOptions } from './folds.ts';
import { bestPoint, oneErrorPoint, pointMeans, type ValueTable, withinOneError } from './value-table.ts';

const QUERIES = 60;
const strata: readonly StratumRows[] = [
	{ name: 'x', rows: Array.from({ length: 40 }, (_, i) => i) },
	{ name: 'y', rows: Array.from({ length: 20 }, (_, i) => 40 + i) },
];

function table(points: number, value: (point: number, query: number) => number, base = 0): ValueTable {
	const values = new Float64Array(points * QUERIES);
	for (let point = 0; point < points; point++)
		for (let query = 0; query < QUERIES; query++) values[point * QUERIES + query] = value(point, query);
	const preference = Int32Array.from({ length: points }, (_, i) => i).sort(
		(x, y) => Math.abs(x - base) - Math.abs(y - base) || x - y,
	);
	return { points, queries: QUERIES, values, preference };
}

/** By the rule of the best mean, on folds dealt as a sweep deals them. */
function crossValidate(
	values: ValueTable,
	within: readonly StratumRows[],
	dealing: FoldOptions,
): { readonly best: HeldOut & HeldOutGains } {
	const folds = dealFolds(values.queries, within, dealing, 'sweep');
	const { best } = crossValidateOn(values, folds, ['best', 'one-error']);
	return { best: { ...best, ...gainsOf(values, folds, best) } };
}

const all = Int32Array.from({ length: QUERIES }, (_, i) => i);
const options = { folds: 5, repeats: 4, seed: 1 };
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('choices', () => {
	test('of equal means the one nearest to the system as set', () => {
		const flat = table(9, () => 0.5, 6);
		expect(bestPoint(flat, pointMeans(flat, all))).toBe(6);
	});

	test('one standard error: by hand', () => {
		// Point 1 is 0.1 better on every second query: mean 0.05, sd of the differences .0504, standard error .0065.
		const stepped = table(2, (point, query) => (point === 1 && query % 2 === 0 ? 0.6 : 0.5));
		expect([...withinOneError(stepped, all, 1)]).toEqual([0, 1]);
		// On one query of sixty: mean 1/60, standard error 1/60.
		const once = table(2, (point, query) => (point === 1 && query === 0 ? 1.5 : 0.5));
		expect([...withinOneError(once, all, 1)]).toEqual([1, 1]);
		expect(oneErrorPoint(once, all, 1)).toBe(0);
	});
});

describe('crossValidate', () => {
	test('a point that is best everywhere is chosen every time, and has no gap', () => {
		const planted = table(30, (point, query) => (point === 17 ? 0.9 : 0.2 + 0.01 * (query % 7)));
		const { best } = crossValidate(planted, strata, options);
		expect([...best.chosen]).toEqual([[17, 20]]);
		expect(mean(best.gains)).toBeCloseTo(0.9 - mean(planted.values.subarray(0, QUERIES)), 12);
		expect(best.foldGains).toHaveLength(20);
	});

	test('noise looks like a gain on the queries it was chosen on, and is none on the others', () => {
		const stream = randomStream(5, 'noise');
		const noise = table(400, () => stream.next());
		const means = pointMeans(noise, all);
		const optimistic = means[bestPoint(noise, means)] as number;
		const { best } = crossValidate(noise, strata, options);
		expect(optimistic).toBeGreaterThan(0.58);
		// The true mean is 0.5, the standard error of 60 queries .037.
		expect(Math.abs(mean(best.gains) + (means[0] as number) - 0.5)).toBeLessThan(0.08);
	});

	test('a value is only ever counted at a point that was chosen without it', () => {
		// Each query's own point shines on it and fails elsewhere: whoever sees the query would choose well.
		const own = table(QUERIES, (point, query) => (point === query ? 1 : 0));
		const { best } = crossValidate(own, strata, { ...options, folds: QUERIES });
		expect([...best.gains].every((gain, query) => gain === (query === 0 ? -1 : 0))).toBe(true);
	});

	test('the same seed gives the same folds, whatever the order of strata', () => {
		const stream = randomStream(6, 'values');
		const some = table(20, () => stream.next());
		expect(crossValidate(some, strata, options)).toEqual(crossValidate(some, strata, options));
		expect(crossValidate(some, strata, { ...options, seed: 2 })).not.toEqual(crossValidate(some, strata, options));
	});

	test('where the choice is the system as set, the gain is exactly 0', () => {
		const stream = randomStream(8, 'same');
		const row = Float64Array.from({ length: QUERIES }, () => stream.next());
		const same = table(5, (_, query) => row[query] as number);
		const { best } = crossValidate(same, strata, { ...options, repeats: 10 });
		expect([...best.gains].every((gain) => gain === 0)).toBe(true);
	});

	test('noise is called a finding at most as often as the level allows', () => {
		let found = 0;
		for (let world = 0; world < 200; world++) {
			const stream = randomStream(world, 'world');
			const noise = table(20, () => (stream.next() < 0.3 ? 1 : 0));
			const { best } = crossValidate(noise, strata, { folds: 5, repeats: 4, seed: world });
			if (resampledT(best.foldGains, 5, 0.95).p < 0.05) found++;
		}
		// 5 % of 200 is 10; more than 20 has a chance under 1 in 1,000.
		expect(found).toBeLessThanOrEqual(20);
	});

	test('more folds than queries are refused', () => {
		expect(() =>
			crossValidate(
				table(2, () => 1),
				strata,
				{ ...options, folds: 61 },
			),
		).toThrow(/60 queries/);
	});
});
