import { describe, expect, it } from 'vitest';
import { snakeCase, toJson } from './snake-case.ts';

describe('toJson', () => {
	it('writes members in snake_case, names of Maps as they are', () => {
		const result = { baselineMean: 1, pStudentisedCorrected: 0.5, means: new Map([['recallAt@10', { ndcgCut: 1 }]]) };
		expect(toJson(result)).toEqual({
			baseline_mean: 1,
			p_studentised_corrected: 0.5,
			means: { 'recallAt@10': { ndcg_cut: 1 } },
		});
	});

	it('leaves out what is undefined, and writes null for numbers that JSON has not', () => {
		expect(toJson({ a: undefined, b: Number.NaN, c: Number.POSITIVE_INFINITY, d: null })).toEqual({
			b: null,
			c: null,
			d: null,
		});
	});

	it('writes lists, sets, typed arrays and dates', () => {
		expect(toJson([new Set(['x']), Float64Array.of(1, Number.NaN), new Date(0)])).toEqual([
			['x'],
			[1, null],
			'1970-01-01T00:00:00.000Z',
		]);
	});

	it('keeps a stratum that is called like a member of every object', () => {
		expect(
			JSON.stringify(
				toJson(
					new Map([
						['__proto__', 1],
						['constructor', 2],
					]),
				),
			),
		).toBe('{"__proto__":1,"constructor":2}');
	});

	it.each([
		['baselineMean', 'baseline_mean'],
		['p50', 'p50'],
		['recall@10', 'recall@10'],
		['nDCG@10', 'nDCG@10'],
		['queryId', 'query_id'],
		['p95Ms', 'p95_ms'],
	])('%s -> %s', (given, wanted) => expect(snakeCase(given)).toBe(wanted));
});
