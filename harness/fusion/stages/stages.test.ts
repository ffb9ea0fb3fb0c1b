import { describe, expect, test } from 'vitest';
import type { Doc, Options, Query } from '../../contract.ts';
import { corpusFeatures, queryFeatures } from '../features.ts';
import { buildPool } from '../pool.ts';
import { resolveStage } from '../resolve.ts';
import { findStage } from './index.ts';

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

test('an unknown stage names the near ones', () => {
	expect(() => findStage('importanse')).toThrow(expect.objectContaining({ hint: 'Did you mean importance?' }));
});
