import { describe, expect, test } from 'vitest';
import { COMPARE_DEFAULTS } from '../../compare/comparison.ts';
import type { Query } from '../../contract.ts';
import { randomStream } from '../../random.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import { crossValidate } from '../grid/cross-validation.ts';
import { dealFolds, type Folds } from '../grid/folds.ts';
import type { ValueTable } from '../grid/value-table.ts';
import { type HeldOutQueries, judgeHeldOut } from './held-out-rows.ts';

const QUERIES = 60;
const queries: readonly Query[] = Array.from({ length: QUERIES }, (_, i) => ({
	id: `q${i}`,
	text: '',
	stratum: i < 40 ? 'many' : 'some',
}));
const strata = rowsByStratum(queries.map(({ stratum }) => stratum));

function heldOutQueries(seed: number): HeldOutQueries & { readonly folds: Folds } {
	const folds = dealFolds(QUERIES, strata, { folds: 5, repeats: 4, seed }, 'retest');
	return { metric: { name: 'nDCG@10', max: 1 }, queries, strata, folds, foldCount: 5 };
}

function table(points: number, value: (point: number, query: number) => number): ValueTable {
	const values = new Float64Array(points * QUERIES);
	for (let point = 0; point < points; point++)
		for (let query = 0; query < QUERIES; query++) values[point * QUERIES + query] = value(point, query);
	return { points, queries: QUERIES, values, preference: Int32Array.from({ length: points }, (_, i) => i) };
}

const compare = { ...COMPARE_DEFAULTS, resamples: 500 };
const held = (values: ValueTable, folds: Folds): readonly Float64Array[] =>
	crossValidate(values, folds, ['best']).best.values;

describe('held-out values', () => {
	test('a value counts only at a setting that was chosen without it', () => {
		// Each query's own setting shines on it and fails elsewhere: whoever sees the query would choose well.
		const own = table(QUERIES, (point, query) => (point === query ? 1 : 0));
		for (const values of held(own, dealFolds(QUERIES, strata, { folds: QUERIES, repeats: 2, seed: 1 }, 'retest')))
			expect([...values].every((value) => value === 0)).toBe(true);
	});

	test('every query is in one fold, strata spread over all of them', () => {
		for (const foldOf of heldOutQueries(3).folds) {
			const inFold = (fold: number, stratum: string): number =>
				queries.filter((query, i) => query.stratum === stratum && foldOf[i] === fold).length;
			for (let fold = 0; fold < 5; fold++) expect([inFold(fold, 'many'), inFold(fold, 'some')]).toEqual([8, 4]);
		}
	});
});

describe('judgeHeldOut', () => {
	test('the same system is never told apart from itself, whatever was chosen', () => {
		const heldOut = heldOutQueries(1);
		const stream = randomStream(1, 'noise');
		const values = held(
			table(10, () => stream.next()),
			heldOut.folds,
		);
		const rows = judgeHeldOut([{ label: 'same', reference: values, variant: values }], heldOut, compare);
		expect(rows.map(({ stratum, verdict }) => [stratum, verdict])).toEqual([
			['overall', 'inconclusive'],
			['many', 'inconclusive'],
			['some', 'inconclusive'],
		]);
	});

	test('a system that is better on most queries wins; its stratum that is not does not', () => {
		const heldOut = heldOutQueries(2);
		const stream = randomStream(2, 'noise');
		const base = table(3, () => 0.3 + 0.2 * stream.next());
		const better = table(
			3,
			(point, query) => (base.values[point * QUERIES + query] as number) + (query < 40 ? 0.1 + 0.1 * stream.next() : 0),
		);
		const rows = judgeHeldOut(
			[{ label: 'better', reference: held(base, heldOut.folds), variant: held(better, heldOut.folds) }],
			heldOut,
			compare,
		);
		expect(rows.slice(0, 2).map(({ verdict }) => verdict)).toEqual(['win', 'win']);
		expect(rows[2]?.verdict).not.toBe('win');
		expect(rows[0]?.interval.low).toBeGreaterThan(0);
	});

	test('tuned noise against tuned noise is called a difference at most as often as the level allows', () => {
		let found = 0;
		for (let world = 0; world < 60; world++) {
			const stream = randomStream(world, 'world');
			const noise = (): ValueTable => table(20, () => (stream.next() < 0.3 ? 1 : 0));
			const heldOut = heldOutQueries(world);
			const rows = judgeHeldOut(
				[{ label: 'noise', reference: held(noise(), heldOut.folds), variant: held(noise(), heldOut.folds) }],
				heldOut,
				compare,
			);
			if (rows.some(({ verdict }) => verdict === 'win' || verdict === 'loss')) found++;
		}
		// 5 % of 60 is 3; more than 8 has a chance under 1 in 200.
		expect(found).toBeLessThanOrEqual(8);
	});
});
