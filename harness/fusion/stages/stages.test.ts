import { describe, expect, test } from 'vitest';
import type { Doc, Options, Query } from '../../contract.ts';
import { corpusFeatures, queryFeatures } from '../features.ts';
import { buildPool } from '../pool.ts';
import { resolveStage } from '../resolve.ts';
import { findStage } from './index.ts';
import { nowOf } from './now.ts';

function doc(id: string, fields: Partial<Doc> = {}): Doc {
	return {
		id,
		content: '',
		tags: [],
		expandedKeywords: [],
		importance: 0.5,
		sensitive: false,
		metadata: {},
		...fields,
	};
}

const corpus: readonly Doc[] = [
	doc('a', {
		content: 'The boiler: reset-code is 4711',
		importance: 1,
		category: 'runbooks',
		tags: ['heating', 'home'],
	}),
	doc('b', { content: 'reset the boiler, then the code', importance: 0.5, createdAt: new Date('2024-03-01') }),
	doc('c', {
		content: 'Boiler Rését CODE',
		importance: 0,
		createdAt: new Date('2025-03-01'),
		metadata: { room: 'cellar' },
	}),
	doc('d', {
		content: 'reset codes',
		importance: 1,
		createdAt: new Date('2023-03-01'),
		metadata: { rooms: ['attic', 2] },
	}),
];
const query: Query = { id: 'q', text: '"reset code"', stratum: 's' };
const features = queryFeatures(corpusFeatures(corpus), corpus, query);
const pool = buildPool([
	{
		name: 'x',
		ranking: { docs: Int32Array.of(0, 1, 2, 3), scores: Float64Array.of(4, 3, 2, 1) },
		depth: 9,
		exclude: [],
	},
]);

function apply(name: string, scores: readonly number[], settings: Options = {}, of = features): number[] {
	const stage = findStage(name);
	const out = Float64Array.from(scores);
	stage.apply(pool, out, of, resolveStage(stage, settings).options);
	return [...out];
}

const OUT = Number.NEGATIVE_INFINITY;

describe('importance', () => {
	test('score x (0.7 + 0.3 x importance)', () => {
		expect(apply('importance', [1, 1, 1, 0])).toEqual([1, 0.85, 0.7, 0]);
	});
	test('negative scores are shifted first, so that importance still helps', () => {
		const [a, , c] = apply('importance', [-1, -2, -1, -5]) as [number, number, number, number];
		expect(a).toBeGreaterThan(c);
	});
	test('coefficients are options; documents that are out stay out', () => {
		expect(apply('importance', [2, OUT, 2, 2], { base: 0, slope: 1 })).toEqual([2, OUT, 0, 2]);
	});
});

describe('exact', () => {
	test('+ weight / (k + 1) for documents with the phrase, whatever its case, accents and punctuation', () => {
		expect(apply('exact', [0, 0, 0, 0])).toEqual([1 / 61, 0, 1 / 61, 0]);
	});
	test('options', () => {
		expect(apply('exact', [1, OUT, OUT, 1], { weight: 2, k: 1 })).toEqual([2, OUT, OUT, 1]);
	});
	test('a query without tokens matches nothing', () => {
		const empty = queryFeatures(corpusFeatures(corpus), corpus, { ...query, text: '?!' });
		expect(apply('exact', [0, 0, 0, 0], {}, empty)).toEqual([0, 0, 0, 0]);
	});
});

describe('sort', () => {
	test('relevance changes nothing', () => {
		expect(apply('sort', [0.1, 0.9, 0.5, OUT])).toEqual([0.1, 0.9, 0.5, OUT]);
	});
	test('importance, equal ones by relevance', () => {
		expect(apply('sort', [0.1, 0.9, 0.5, 0.2], { by: 'importance' })).toEqual([3, 2, 1, 4]);
	});
	test('recency: newest first, undated last, those out stay out', () => {
		expect(apply('sort', [0.9, 0.1, 0.2, OUT], { by: 'recency' })).toEqual([1, 2, 3, OUT]);
	});
	test('refuses another word', () => {
		expect(() => apply('sort', [1, 1, 1, 1], { by: 'date' })).toThrow(/relevance, importance or recency/);
	});
});

describe('limit', () => {
	test('keeps the best n, ties by corpus order', () => {
		expect(apply('limit', [1, 2, 1, 1], { n: 2 })).toEqual([1, 2, OUT, OUT]);
		expect(apply('limit', [1, OUT, 1, 1], { n: 4 })).toEqual([1, OUT, 1, 1]);
	});
	test('refuses n = 0', () => {
		expect(() => apply('limit', [1, 1, 1, 1], { n: 0 })).toThrow(/whole number from 1/);
	});
});

describe('filter', () => {
	test.each([
		['category', 'runbooks', [1, OUT, OUT, OUT]],
		['tags', 'home', [1, OUT, OUT, OUT]],
		['room', 'cellar', [OUT, OUT, 1, OUT]],
		['rooms', '2', [OUT, OUT, OUT, 1]],
		['toString', 'x', [OUT, OUT, OUT, OUT]],
	])('%s = %s', (field, value, expected) => {
		expect(apply('filter', [1, 1, 1, 1], { field, value })).toEqual(expected);
	});
	test('needs a field', () => {
		expect(() => apply('filter', [1, 1, 1, 1])).toThrow(/no field/);
	});
});

describe('filter from the query', () => {
	const settings = { field: 'rooms', from: 'query' };
	test('each query brings its values, of which one must match', () => {
		const asked = queryFeatures(corpusFeatures(corpus), corpus, { ...query, filter: ['cellar', 'attic'] });
		expect(apply('filter', [1, 1, 1, 1], settings, asked)).toEqual([OUT, OUT, OUT, 1]);
	});
	test('a query without any is not filtered', () => {
		expect(apply('filter', [1, 1, 1, 1], settings)).toEqual([1, 1, 1, 1]);
	});
	test('refuses a fixed value beside it', () => {
		expect(() => apply('filter', [1, 1, 1, 1], { ...settings, value: 'attic' })).toThrow(/each query brings its own/);
	});
});

describe('window', () => {
	test('counts back from the newest document; undated ones stay unless they are to go', () => {
		expect(apply('window', [1, 2, 3, 4], { days: 365 })).toEqual([1, OUT, 3, OUT]);
		expect(apply('window', [1, 2, 3, 4], { days: 366 })).toEqual([1, 2, 3, OUT]);
		expect(apply('window', [1, 2, 3, 4], { days: 366, undated: 'drop' })).toEqual([OUT, 2, 3, OUT]);
	});
	test("counts back from the query's own date, and what came later stays", () => {
		const asked = queryFeatures(corpusFeatures(corpus), corpus, { ...query, askedAt: new Date('2023-03-15') });
		expect(apply('window', [1, 2, 3, 4], { days: 15 }, asked)).toEqual([1, 2, 3, 4]);
		expect(apply('window', [1, 2, 3, 4], { days: 14 }, asked)).toEqual([1, 2, 3, OUT]);
	});
	test("counts back from the newest document of the query's own scope, whatever the others hold", () => {
		const scopes: Record<string, string[]> = { b: ['mine'], d: ['mine'] };
		const scoped = corpus.map((one) =>
			scopes[one.id] === undefined ? { ...one, scopes: ['other'] } : { ...one, scopes: scopes[one.id] as string[] },
		);
		const features = queryFeatures(corpusFeatures(scoped), scoped, { ...query, scope: 'mine' });
		const whole = queryFeatures(corpusFeatures(scoped), scoped, query);
		expect([nowOf(features), nowOf(whole)]).toEqual([Date.parse('2024-03-01'), Date.parse('2025-03-01')]);
	});
	test('keeps everything of a corpus without dates', () => {
		const undated = corpusFeatures(corpus.map(({ createdAt: _, ...rest }) => rest));
		expect(apply('window', [1, 2, 3, 4], { days: 1 }, queryFeatures(undated, corpus, query))).toEqual([1, 2, 3, 4]);
	});
	test('refuses no days', () => {
		expect(() => apply('window', [1, 1, 1, 1], { days: 0 })).toThrow(/above 0|larger than 0|over 0/);
	});
});

describe('rerank-by', () => {
	const two = buildPool([
		{ name: 'x', ranking: { docs: Int32Array.of(0, 1, 2), scores: Float64Array.of(4, 3, 2) }, depth: 9, exclude: [] },
		{ name: 'y', ranking: { docs: Int32Array.of(3, 1, 0), scores: Float64Array.of(4, 3, 2) }, depth: 9, exclude: [] },
	]);
	function reranked(scores: readonly number[], settings: Options): number[] {
		const out = Float64Array.from(scores);
		const { stage, options } = resolveStage(findStage('rerank-by'), settings, ['x', 'y']);
		stage.apply(two, out, features, options);
		return [...out];
	}
	test('the order is that of the leg, whatever the fusion said; what it did not return is dropped', () => {
		expect(reranked([4, 3, 2, 1], { leg: 'y' })).toEqual([1, 2, OUT, 3]);
	});
	test('or comes last, in the order of the fusion; what was out stays out', () => {
		expect(reranked([4, 3, 9, 1], { leg: 'y', absent: 'last' })).toEqual([2, 3, 1, 4]);
		expect(reranked([OUT, 3, 9, 1], { leg: 'y', absent: 'last' })).toEqual([OUT, 2, 1, 3]);
	});
	test('a leg that is not among the pool orders nothing', () => {
		expect(apply('rerank-by', [4, 3, 2, 1], { leg: 'gone' })).toEqual([4, 3, 2, 1]);
	});
	test('refuses no leg, and one that the system does not have', () => {
		expect(() => reranked([1], {})).toThrow(/no leg is named/);
		expect(() => reranked([1], { leg: 'z' })).toThrow(/rerank-by.leg is "z", which is no leg/);
	});
});

test('an unknown stage names the near ones', () => {
	expect(() => findStage('importanse')).toThrow(expect.objectContaining({ hint: 'Did you mean importance?' }));
});
