import { describe, expect, it } from 'vitest';
import { pairScoresOf } from '../pair-scores.ts';
import { buildPool } from '../pool.ts';
import { resolveStage } from '../resolve.ts';
import { rerank } from './rerank.ts';
import type { QueryFeatures } from './stage.ts';

const pool = buildPool([
	{
		name: 'x',
		ranking: { docs: Int32Array.of(10, 11, 12, 13, 14), scores: Float64Array.of(5, 4, 3, 2, 1) },
		depth: 9,
		exclude: [],
	},
]);
const OUT = Number.NEGATIVE_INFINITY;

/** Candidates in the order of their scores; documents have numbers from 10. */
function order(
	pairs: Readonly<Record<number, number>>,
	settings: Readonly<Record<string, number>> = {},
	before: readonly number[] = [5, 4, 3, 2, 1],
	milliseconds = 1,
): readonly number[] {
	const scores = Float64Array.from(before);
	const features = {
		pairScores: pairScoresOf(
			'm',
			new Map(Object.entries(pairs).map(([doc, score]) => [Number(doc), { score, milliseconds }])),
		),
	} as QueryFeatures;
	rerank.apply(pool, scores, features, resolveStage(rerank, { model: 'm', ...settings }).options as never);
	return [...scores.keys()]
		.filter((candidate) => scores[candidate] !== OUT)
		.sort((x, y) => (scores[y] as number) - (scores[x] as number))
		.map((candidate) => pool.docs[candidate] as number);
}

describe('rerank', () => {
	const all = { 10: 0, 11: 0.1, 12: 3, 13: -2, 14: 9 };

	it('puts the best candidates into the order of their scores; the rest follow as they were', () => {
		expect(order(all)).toEqual([14, 12, 11, 10, 13]);
		expect(order(all, { top: 3 })).toEqual([12, 11, 10, 13, 14]);
		expect(order(all, { top: 1 })).toEqual([10, 11, 12, 13, 14]);
	});

	it('a document without a score keeps its rank among the others', () => {
		const { 11: _, ...rest } = all;
		expect(order(rest)).toEqual([14, 11, 12, 10, 13]);
		expect(order({})).toEqual([10, 11, 12, 13, 14]);
	});

	it('equal scores keep the order before; what an earlier stage took out stays out', () => {
		expect(order({ 10: 1, 11: 1, 12: 1, 13: 2, 14: 1 })).toEqual([13, 10, 11, 12, 14]);
		expect(order(all, {}, [5, OUT, 3, 2, OUT])).toEqual([12, 10, 13]);
		// The head is counted after the cut.
		expect(order(all, { top: 2 }, [OUT, 4, 3, 2, 1])).toEqual([12, 11, 13, 14]);
	});

	it('past the deadline, by the times of the head, the order before stands', () => {
		expect(order(all, { deadline_ms: 5 })).toEqual([14, 12, 11, 10, 13]);
		expect(order(all, { deadline_ms: 4 })).toEqual([10, 11, 12, 13, 14]);
		expect(order(all, { deadline_ms: 4, top: 4 })).toEqual([12, 11, 10, 13, 14]);
		expect(order({ ...all, 12: Number.NaN }, { deadline_ms: 100 }, undefined, Number.POSITIVE_INFINITY)).toEqual([
			10, 11, 12, 13, 14,
		]);
	});

	it('without any scores it is an error, and so is a stage without a model', () => {
		expect(() =>
			rerank.apply(pool, Float64Array.of(1, 2, 3, 4, 5), {} as QueryFeatures, { model: 'm', top: 5, deadline_ms: 0 }),
		).toThrow('there are no scores of m');
		expect(() => resolveStage(rerank, {})).toThrow('no model is named');
		expect(() => resolveStage(rerank, { model: 'm', top: 0 })).toThrow('top');
		expect(() => resolveStage(rerank, { model: 'm', deadline_ms: -1 })).toThrow('deadline_ms');
	});
});
