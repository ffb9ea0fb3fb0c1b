import { describe, expect, test } from 'vitest';
import type { IndexedRanking, Options, Pool } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { findFusion, fusions } from './index.ts';
import { buildPool } from './pool.ts';
import { resolveFusionOptions } from './resolve.ts';

function ranking(entries: readonly (readonly [doc: number, score: number])[]): IndexedRanking {
	return { docs: Int32Array.from(entries, ([doc]) => doc), scores: Float64Array.from(entries, ([, score]) => score) };
}

function poolOf(legs: Readonly<Record<string, readonly (readonly [number, number])[]>>): Pool {
	return buildPool(
		Object.entries(legs).map(([name, entries]) => ({ name, ranking: ranking(entries), depth: 50, exclude: [] })),
	);
}

/** Fused scores by docIndex. */
function scored(name: string, pool: Pool, settings: Options = {}, weights?: readonly number[]): Record<number, number> {
	const fusion = findFusion(name);
	const out = new Float64Array(pool.docs.length).fill(Number.NaN);
	fusion.score(
		pool,
		Float64Array.from(weights ?? pool.legs.map(() => 1)),
		resolveFusionOptions(fusion, settings, ['a', 'b', 'dense', 'fts', 'lexical']),
		out,
	);
	return Object.fromEntries(Array.from(pool.docs, (doc, candidate) => [doc, out[candidate] as number]));
}

/** Legs a = 10, 20, 30 with scores 9, 6, 3 and b = 30, 40 with scores 0.8, 0.4. */
const pool = poolOf({
	a: [
		[10, 9],
		[20, 6],
		[30, 3],
	],
	b: [
		[30, 0.8],
		[40, 0.4],
	],
});

describe('rrf', () => {
	test('sums 1 / (60 + rank)', () => {
		expect(scored('rrf', pool)).toEqual({ 10: 1 / 61, 20: 1 / 62, 30: 1 / 63 + 1 / 61, 40: 1 / 62 });
	});

	test('weights multiply, k and the rank base shift', () => {
		const weighted = scored('rrf', pool, { k: 2, rank_base: 0 }, [3, 0.5]);
		expect(weighted).toEqual({ 10: 3 / 2, 20: 3 / 3, 30: 3 / 4 + 0.5 / 2, 40: 0.5 / 3 });
	});

	test('absent=union scores a missing document as if returned last', () => {
		expect(scored('rrf', pool, { absent: 'union' })[10]).toBeCloseTo(1 / 61 + 1 / 63, 15);
		expect(scored('rrf', pool, { absent: 'union' })[40]).toBeCloseTo(1 / 64 + 1 / 62, 15);
	});

	test('refuses a k that leaves nothing finite, and an unknown policy', () => {
		expect(() => scored('rrf', pool, { k: 0, rank_base: 0 })).toThrow(/k \+ rank_base must be above 0/);
		expect(() => scored('rrf', pool, { absent: 'mean' })).toThrow('rrf: option absent takes zero or union, not "mean"');
	});
});

describe('rank-based fusions by hand', () => {
	test('isr: legs returning it x sum of 1 / rank^2', () => {
		expect(scored('isr', pool)).toEqual({ 10: 1, 20: 1 / 4, 30: 2 * (1 / 9 + 1), 40: 1 / 4 });
	});

	test('isr under union still counts only the legs that return it', () => {
		expect(scored('isr', pool, { absent: 'union' })[10]).toBeCloseTo(1 + 1 / 9, 15);
	});

	test('rbc: the published weights of p = 0.5 are halves', () => {
		expect(scored('rbc', pool, { p: 0.5 })).toEqual({ 10: 0.5, 20: 0.25, 30: 0.125 + 0.5, 40: 0.25 });
	});

	test('rbc refuses p outside (0, 1)', () => {
		expect(() => scored('rbc', pool, { p: 1 })).toThrow(/above 0 and below 1/);
	});

	// Bailey et al. give p^(rank-1) x (1-p): at p = 0.9 the three first ranks weigh .1, .09, .081.
	test('rbc at p = 0.9', () => {
		const { 10: first, 20: second } = scored('rbc', pool, { p: 0.9 });
		expect([first, second].map((score) => score?.toFixed(4))).toEqual(['0.1000', '0.0900']);
	});
});

describe('score-based fusions by hand', () => {
	test('minmax', () => {
		expect(scored('minmax', pool)).toEqual({ 10: 1, 20: 0.5, 30: 0 + 1, 40: 0 });
	});

	test('zscore: population deviation; a missing document gets the least of the leg', () => {
		const high = 3 / Math.sqrt(6);
		const result = scored('zscore', pool);
		expect(result[10]).toBeCloseTo(high - 1, 12);
		expect(result[20]).toBeCloseTo(0 - 1, 12);
		expect(result[30]).toBeCloseTo(-high + 1, 12);
		expect(result[40]).toBeCloseTo(-high - 1, 12);
		expect(scored('zscore', pool, { absent: 'zero' })[10]).toBeCloseTo(high, 12);
	});

	test('dbsf: sample deviation, mean +- 3 sd', () => {
		// a: mean 6, sd 3: (9 - (6 - 9)) / 18 = 2/3, then 1/2 and 1/3. b: mean .6, sd .2828.
		const result = scored('dbsf', pool);
		const deviation = Math.sqrt(0.08);
		const ofB = (score: number): number => (score - (0.6 - 3 * deviation)) / (6 * deviation);
		expect(result[10]).toBeCloseTo(2 / 3, 12);
		expect(result[20]).toBeCloseTo(1 / 2, 12);
		expect(result[30]).toBeCloseTo(1 / 3 + ofB(0.8), 12);
		expect(result[40]).toBeCloseTo(ofB(0.4), 12);
	});

	test('combsum with raw scores is Fox and Shaw, combmnz multiplies by the legs returning it', () => {
		expect(scored('combsum', pool, { norm: 'none' })).toEqual({ 10: 9, 20: 6, 30: 3.8, 40: 0.4 });
		expect(scored('combmnz', pool, { norm: 'none' })).toEqual({ 10: 9, 20: 6, 30: 7.6, 40: 0.4 });
		expect(scored('combsum', pool)).toEqual(scored('minmax', pool));
	});

	test('weights', () => {
		expect(scored('minmax', pool, {}, [2, 0.5])).toEqual({ 10: 2, 20: 1, 30: 0.5, 40: 0 });
	});
});

describe('tm2c2', () => {
	const legs = poolOf({
		dense: [
			[1, 0.8],
			[2, 0.2],
		],
		fts: [
			[2, 20],
			[3, 5],
		],
	});

	test('alpha x phi(dense) + (1 - alpha) x phi(lexical), infimum -1 for cosine and 0 for BM25', () => {
		const result = scored('tm2c2', legs, { alpha: 0.8 });
		expect(result[1]).toBeCloseTo(0.8, 12);
		expect(result[2]).toBeCloseTo(0.8 * (1.2 / 1.8) + 0.2, 12);
		expect(result[3]).toBeCloseTo(0.2 * (5 / 20), 12);
	});

	test('the legs and infima can be named', () => {
		const result = scored('tm2c2', legs, { alpha: 0.25, alpha_leg: 'fts', infimum: ['fts=-10'] });
		expect(result[3]).toBeCloseTo(0.25 * 0.5, 12);
		expect(result[1]).toBeCloseTo(0.75, 12);
	});

	test('a score under the infimum counts as the infimum', () => {
		const negative = poolOf({
			fts: [
				[1, 4],
				[2, -3],
			],
		});
		expect(scored('tm2c2', negative)).toEqual({ 1: 0.5, 2: 0 });
	});

	test('refuses alpha outside 0..1 and infima that say no number', () => {
		expect(() => scored('tm2c2', legs, { alpha: 1.5 })).toThrow(/from 0 to 1/);
		expect(() => scored('tm2c2', legs, { infimum: ['dense'] })).toThrow(/such as dense=-1/);
	});
});

describe('append', () => {
	test('the new documents of the second leg come after the first', () => {
		expect(scored('append', pool, { order: ['b', 'a'] })).toEqual({ 30: 4, 40: 3, 10: 2, 20: 1 });
		expect(scored('append', pool)).toEqual({ 10: 4, 20: 3, 30: 2, 40: 1 });
	});
});

describe('degenerate pools', () => {
	const constant = poolOf({
		a: [
			[1, 5],
			[2, 5],
			[3, 5],
		],
	});
	test.each([
		['minmax', 1],
		['zscore', 0],
		['dbsf', 0.5],
		['combsum', 1],
		['combmnz', 1],
		['tm2c2', 0.5],
	])('%s of equal scores is %d for all of them', (name, value) => {
		expect(scored(name, constant)).toEqual({ 1: value, 2: value, 3: value });
	});

	test.each(Object.keys(fusions))('%s: no legs, empty legs and a single document are defined', (name) => {
		expect(scored(name, poolOf({}))).toEqual({});
		expect(scored(name, poolOf({ a: [], b: [] }))).toEqual({});
		expect(Object.values(scored(name, poolOf({ a: [[7, 0.3]], b: [] }))).every(Number.isFinite)).toBe(true);
	});

	test('scores whose squares overflow or vanish keep their z-scores', () => {
		const plain = scored(
			'zscore',
			poolOf({
				a: [
					[1, 3],
					[2, 2],
					[3, 1],
				],
			}),
		);
		for (const scale of [2 ** 1000, 2 ** -1000]) {
			const scaled = scored(
				'zscore',
				poolOf({
					a: [
						[1, 3 * scale],
						[2, 2 * scale],
						[3, scale],
					],
				}),
			);
			expect(scaled).toEqual(plain);
		}
	});
});

describe('names', () => {
	test('an unknown fusion names the near ones', () => {
		const error = (() => {
			try {
				findFusion('rff');
			} catch (thrown) {
				return thrown as BenchError;
			}
			return undefined;
		})();
		expect(error).toBeInstanceOf(BenchError);
		expect(error?.hint).toContain('rrf');
		expect(() => findFusion('toString')).toThrow(BenchError);
		expect(() => scored('combsum', pool, { norm: 'min-max' })).toThrow(
			expect.objectContaining({ hint: expect.stringContaining('Did you mean minmax?') }),
		);
		for (const name of ['constructor', '__proto__']) expect(() => findFusion(name)).toThrow(`no fusion "${name}"`);
	});

	test('every fusion goes by its key', () => {
		for (const [name, fusion] of Object.entries(fusions)) expect(fusion.name).toBe(name);
	});
});
