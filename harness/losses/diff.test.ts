import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerableLegs } from './answerable-legs.ts';
import { diffRuns } from './diff.ts';
import { overlapAt, rankBiasedOverlap } from './rank-overlap.ts';
import { keptRunForTests } from './testing/kept-run-for-tests.ts';
import { diffUnjudged } from './unjudged-diff.ts';

const CORPUS = { a: 'a', b: 'b', c: 'c', d: 'd' };
const run = (name: string, one: readonly string[], two: readonly string[], value: number) =>
	keptRunForTests({
		name,
		corpus: CORPUS,
		queries: [{ id: 'q1', stratum: 'x', grades: { c: 1 }, legs: { one, two }, value }],
	});

describe('diffRuns', () => {
	const before = run('before', ['a', 'b', 'c'], ['a', 'b', 'd'], 0);
	const after = run('after', ['c', 'a', 'b'], ['a', 'b', 'd'], 1);

	it('names what entered and left the top K, and the leg that moved it', () => {
		const [change] = diffRuns(before, after, 'recall@2', 2).queries;
		expect(change).toMatchObject({ queryId: 'q1', before: 0, after: 1, delta: 1 });
		expect(change?.entered).toEqual([]);
		const [first] = diffRuns(before, after, 'recall@2', 1).queries;
		expect(first?.left).toEqual([]);
		const { entered, left } = diffRuns(before, run('c twice', ['c', 'a'], ['c', 'a'], 1), 'recall@2', 1)
			.queries[0] as NonNullable<typeof change>;
		expect(entered).toMatchObject([
			{
				docId: 'c',
				grade: 1,
				after: 1,
				answerable: ['one', 'two'],
				legs: [
					{ leg: 'one', before: 3, after: 1 },
					{ leg: 'two', before: undefined, after: 1 },
				],
			},
		]);
		expect(left).toMatchObject([{ docId: 'a', before: 1, answerable: ['one', 'two'] }]);
	});

	it('says where no leg is answerable', () => {
		const same = run('same legs', ['a', 'b', 'c'], ['a', 'b', 'd'], 0);
		const reranked = { ...same, rankings: [{ docs: Int32Array.from([2, 0]), scores: Float64Array.from([2, 1]) }] };
		const [change] = diffRuns(before, reranked, 'recall@2', 1).queries;
		expect(change?.entered).toMatchObject([{ docId: 'c', answerable: [] }]);
	});

	it('lets a run without legs stand for each leg of the other', () => {
		const single = { ...before, legs: [] };
		const diff = diffRuns(single, run('c first', ['c', 'a'], ['b', 'c'], 1), 'recall@2', 1);
		expect(diff.standsForLegs).toBe('before');
		// The single run has c at rank 3, so one (1) and two (2) both rank it higher; a was first, and falls in both.
		expect(diff.queries[0]?.entered).toMatchObject([
			{
				docId: 'c',
				answerable: ['one', 'two'],
				legs: [
					{ leg: 'one', before: 3, after: 1 },
					{ leg: 'two', before: 3, after: 2 },
				],
			},
		]);
		expect(diff.queries[0]?.left).toMatchObject([{ docId: 'a', answerable: ['one', 'two'] }]);
		const both = diffRuns(single, { ...after, legs: [] }, 'recall@2', 1);
		expect(both.standsForLegs).toBeUndefined();
		expect(both.queries[0]?.left.every(({ answerable }) => answerable === undefined)).toBe(true);
		expect(answerableLegs(both.queries)).toEqual([]);
	});

	it('counts by leg what it is answerable for, relevant documents only, and what no leg is', () => {
		const reranked = { ...before, rankings: [{ docs: Int32Array.from([2, 0]), scores: Float64Array.from([2, 1]) }] };
		const moved = diffRuns(before, run('c twice', ['c', 'a'], ['c', 'a'], 1), 'recall@2', 1).queries;
		const unmoved = diffRuns(before, reranked, 'recall@2', 1).queries;
		const none = { entered: 0, enteredAlone: 0, left: 0, leftAlone: 0 };
		// a left, but is not relevant.
		expect(answerableLegs([...moved, ...unmoved])).toEqual([
			{ leg: 'one', ...none, entered: 1 },
			{ leg: 'two', ...none, entered: 1 },
			{ leg: undefined, ...none, entered: 1, enteredAlone: 1 },
		]);
		const alone = diffRuns(
			run('all', ['c', 'a'], ['c', 'a'], 1),
			run('one lost it', ['a', 'b'], ['c', 'a'], 0),
			'recall@2',
			1,
		);
		expect(alone.queries[0]?.left).toMatchObject([{ docId: 'c' }]);
		expect(answerableLegs(alone.queries)[0]).toEqual({ leg: 'one', ...none, left: 1, leftAlone: 1 });
	});

	it('refuses a metric that a run does not have', () => {
		expect(() => diffRuns(before, after, 'MRR', 2)).toThrow('was not scored on MRR');
	});
});

describe('rankBiasedOverlap', () => {
	// Values of the Python package rbo 0.1.3, rbo_ext.
	it.each([
		['abcde', 'bacde', 0.9, 0.9],
		['abcdefg', 'gbahc', 0.9, 0.605030142857143],
		['abc', 'xyz', 0.9, 0],
		['abcdefghij', 'jihgfedcba', 0.9, 0.5116075656428573],
		['abcd', 'abcdefgh', 0.8, 1],
	])('%s and %s at p = %d', (one, other, p, expected) => {
		expect(rankBiasedOverlap([...one], [...other], p)).toBeCloseTo(expected, 12);
	});

	it('is 1 of a ranking with itself, symmetric, and within 0..1', () => {
		const ranking = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 15 });
		fc.assert(
			fc.property(ranking, ranking, fc.double({ min: 0.05, max: 0.99, noNaN: true }), (one, other, p) => {
				expect(rankBiasedOverlap(one, one, p)).toBeCloseTo(1, 9);
				const value = rankBiasedOverlap(one, other, p);
				expect(value).toBeCloseTo(rankBiasedOverlap(other, one, p), 9);
				expect(value).toBeGreaterThanOrEqual(-1e-12);
				expect(value).toBeLessThanOrEqual(1 + 1e-12);
				expect(overlapAt(one, other, 5)).toBe(overlapAt(other, one, 5));
			}),
		);
	});
});

describe('diffUnjudged', () => {
	it('counts other documents, other orders and other firsts apart', () => {
		const ranking = (ids: string) => [...ids].map((docId, i) => ({ docId, score: -i }));
		const queries = ['same', 'order', 'members', 'silent'].map((queryId) => ({ queryId, stratum: 'x' }));
		const diff = diffUnjudged(
			queries,
			new Map([
				['same', ranking('abc')],
				['order', ranking('abc')],
				['members', ranking('abc')],
			]),
			new Map([
				['same', ranking('abd')],
				['order', ranking('bac')],
				['members', ranking('ad')],
			]),
			{ cutoff: 2 },
		);
		expect(diff).toMatchObject({ orderChanged: 2, membersChanged: 1, firstChanged: 1, overlap: (1 + 1 + 0.5 + 1) / 4 });
		expect(diff.queries[2]).toMatchObject({ entered: ['d'], left: ['b'] });
	});
});
