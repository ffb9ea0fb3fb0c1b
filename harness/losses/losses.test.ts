import { describe, expect, it } from 'vitest';
import { resolveStage } from '../fusion/resolve.ts';
import { findStage } from '../fusion/stages/index.ts';
import { explain } from './explain.ts';
import { lossesOf } from './losses.ts';
import { keptRunForTests, type MadeUpRun } from './testing/kept-run-for-tests.ts';

const CORPUS = { a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', blank: ' ', f: 'f' };

// q1: both legs agree on a and b, so c and d, which one leg each has, stand behind them.
const world: MadeUpRun = {
	corpus: CORPUS,
	queries: [
		{
			id: 'q1',
			stratum: 'x',
			grades: { a: 2, c: 1, e: 1, blank: 1, gone: 1, b: 0 },
			legs: { one: ['a', 'b', 'c'], two: ['b', 'a', 'd'] },
		},
		{ id: 'q2', stratum: 'y', grades: { d: 1 }, legs: { one: ['a', 'b'], two: ['d', 'b', 'a'] } },
		{ id: 'q3', stratum: 'y', grades: { a: 0 }, legs: { one: ['a'], two: [] } },
	],
};

describe('lossesOf', () => {
	const losses = lossesOf(keptRunForTests(world), { cutoff: 2 });

	it('says of every relevant document what became of it, with its rank in every leg', () => {
		expect(
			losses.documents.map(({ queryId, docId, fate, rank, legRanks }) => [queryId, docId, fate, rank, ...legRanks]),
		).toEqual([
			['q1', 'a', 'found', 1, 1, 2],
			['q1', 'c', 'ranked_out', 3, 3, undefined],
			['q1', 'e', 'not_retrieved', undefined, undefined, undefined],
			['q1', 'blank', 'not_indexed', undefined, undefined, undefined],
			['q1', 'gone', 'not_indexed', undefined, undefined, undefined],
			['q2', 'd', 'ranked_out', 3, undefined, 1],
		]);
	});

	it('counts by stratum, and what mending each loss would give', () => {
		const [overall, x, y] = losses.scopes;
		expect(overall).toMatchObject({
			queries: 2,
			relevant: 6,
			counts: { found: 1, ranked_out: 2, staged_out: 0, not_retrieved: 1, not_indexed: 2 },
			// (1/5 + 0/1) / 2
			recall: 0.1,
			// ((1 + 1)/5 + 1/1) / 2; of not_indexed only one of two has room in the top 2
			mended: { ranked_out: 0.7, staged_out: 0.1, not_retrieved: 0.2, not_indexed: 0.2 },
		});
		expect([x?.scope, x?.relevant, y?.scope, y?.relevant, y?.mended.ranked_out]).toEqual(['x', 5, 'y', 1, 1]);
		expect(losses.unscored).toBe(1);
	});

	it('counts what only one leg has, and what of it is thrown away', () => {
		expect(losses.legs).toEqual([
			{ leg: 'one', depth: 10, found: 2, only: 1, onlyInTop: 0, onlyThrownAway: 1 },
			{ leg: 'two', depth: 10, found: 2, only: 1, onlyInTop: 0, onlyThrownAway: 1 },
		]);
	});

	it('tells a stage that takes a document out from a fusion that ranks it out', () => {
		const limit = resolveStage(findStage('limit'), { n: 1 });
		const { documents } = lossesOf(keptRunForTests({ ...world, stages: [limit] }), { cutoff: 2 });
		// b is second after fusion in q1 but not relevant; with the limit only the first stays.
		const staged = lossesOf(
			keptRunForTests({
				...world,
				stages: [limit],
				queries: [{ id: 'q1', stratum: 'x', grades: { b: 1 }, legs: { one: ['a', 'b'], two: ['a'] } }],
			}),
			{ cutoff: 2 },
		);
		expect(staged.documents[0]).toMatchObject({ fate: 'staged_out', rank: undefined });
		expect(documents[1]?.fate).toBe('ranked_out');
	});

	it('sees at a larger depth what no leg has', () => {
		const kept = keptRunForTests(world);
		const deeper = new Map([['one', [{ docs: Int32Array.from([4]), scores: Float64Array.from([1]) }]]]);
		const found = lossesOf(kept, { cutoff: 2, deeper: { times: 4, legs: deeper } });
		expect(found.scopes[0]?.deeper).toBe(1);
		expect(found.documents[2]?.deeperRanks).toEqual([1, undefined]);
	});

	it('of a single retriever: retrieved below the cutoff, or not at all', () => {
		const single = lossesOf(
			keptRunForTests({
				...world,
				queries: [{ id: 'q1', stratum: 'x', grades: { c: 1, d: 1 }, legs: { one: ['a', 'b', 'c'] } }],
			}),
			{ cutoff: 2 },
		);
		expect(single.documents.map(({ fate, rank }) => [fate, rank])).toEqual([
			['ranked_out', 3],
			['not_retrieved', undefined],
		]);
		expect(single.legs).toEqual([]);
	});
});

describe('explain', () => {
	const explanation = explain(keptRunForTests(world), 0, 2);

	it('shows the top K, then the relevant documents that are not in it', () => {
		expect(explanation.documents.map(({ docId, rank, grade }) => [docId, rank, grade])).toEqual([
			['a', 1, 2],
			['b', 2, 0],
			['c', 3, 1],
			['e', undefined, 1],
			['blank', undefined, 1],
			['gone', undefined, 1],
		]);
		expect(explanation.last?.docId).toBe('b');
	});

	it('splits the fused score into what each leg gave: of rank fusion, 1 / (60 + rank)', () => {
		const [a, , c] = explanation.documents;
		expect(a?.legs.map(({ contribution }) => contribution)).toEqual([
			expect.closeTo(1 / 61, 12),
			expect.closeTo(1 / 62, 12),
		]);
		expect(c?.legs.map(({ contribution }) => contribution)).toEqual([expect.closeTo(1 / 63, 12), 0]);
		expect(a?.steps[0]).toEqual({ rank: 1, score: expect.closeTo(1 / 61 + 1 / 62, 12) });
	});
});
