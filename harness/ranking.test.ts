import { describe, expect, it } from 'vitest';
import { corpusOrder, toIndexed, toRanking } from './ranking.ts';

const corpus = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const order = corpusOrder(corpus);
const source = { retriever: 'mine', queryId: 'q7' };

describe('toIndexed', () => {
	it('breaks ties by corpus order and cuts to depth', () => {
		const ranking = [
			{ docId: 'c', score: 1 },
			{ docId: 'b', score: 1 },
			{ docId: 'a', score: 2 },
		];
		expect(toRanking(toIndexed(ranking, order, 2, source), corpus)).toEqual([
			{ docId: 'a', score: 2 },
			{ docId: 'b', score: 1 },
		]);
	});

	it.each([
		['an unknown id', [{ docId: 'z', score: 1 }], /mine returned "z" for query q7/],
		[
			'a document twice',
			[
				{ docId: 'a', score: 2 },
				{ docId: 'a', score: 1 },
			],
			/returned document a twice for query q7/,
		],
		['a score that is no number', [{ docId: 'a', score: Number.NaN }], /gave document a the score NaN for query q7/],
		['an endless score', [{ docId: 'a', score: Number.POSITIVE_INFINITY }], /score Infinity/],
	])('refuses %s, with the retriever and the query', (_, ranking, message) => {
		expect(() => toIndexed(ranking, order, 10, source)).toThrow(message);
	});
});
