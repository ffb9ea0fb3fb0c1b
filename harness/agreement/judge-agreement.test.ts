import { describe, expect, it } from 'vitest';
import type { Qrels } from '../contract.ts';
import { judgeAgreement, restrictToShared } from './judge-agreement.ts';

const settings = { resamples: 500, confidence: 0.95, seed: 42 };

function qrels(judged: Record<string, Record<string, number>>): Qrels {
	return new Map(Object.entries(judged).map(([query, grades]) => [query, new Map(Object.entries(grades))]));
}

const anna = qrels({ q1: { a: 3, b: 0, c: 1, x: 2 }, q2: { a: 0, b: 2 }, q3: { z: 1 } });
const ben = qrels({ q1: { a: 3, b: 1, c: 1, y: 0 }, q2: { a: 0, b: 3 } });

describe('agreement of two judges', () => {
	const found = judgeAgreement(anna, ben, settings);

	it('is about what both judged, and says what it leaves out', () => {
		expect(found).toMatchObject({ n: 5, queries: 2, onlyFirst: 2, onlySecond: 1 });
		expect(found.same).toBe(3 / 5);
		expect(found.meanShift).toBeCloseTo(2 / 5, 12);
		expect(found.confusion).toEqual({
			grades: [0, 1, 2, 3],
			counts: [
				[1, 1, 0, 0],
				[0, 1, 0, 0],
				[0, 0, 0, 1],
				[0, 0, 0, 1],
			],
			n: 5,
		});
	});

	it('tells each grade apart from the rest', () => {
		expect(
			found.byGrade.map(({ grade, first, second, both, specific }) => [grade, first, second, both, specific]),
		).toEqual([
			[0, 2, 1, 1, 2 / 3],
			[1, 1, 2, 1, 2 / 3],
			[2, 1, 0, 0, 0],
			[3, 1, 2, 1, 2 / 3],
		]);
	});

	it('sees relevance alone: 4 of 5 agree', () => {
		// po = 4/5, pe = (2/5)(1/5) + (3/5)(4/5) = 14/25
		expect(found.relevance?.kappa).toBeCloseTo((4 / 5 - 14 / 25) / (1 - 14 / 25), 12);
	});

	it('draws the same resamples for the same seed', () => {
		expect(judgeAgreement(anna, ben, settings)).toEqual(found);
	});

	it('resamples queries, not documents: an interval over alike queries is the point', () => {
		const alike = (grade: number) => ({ a: 0, b: 1, c: grade });
		const first = qrels(Object.fromEntries(['q1', 'q2', 'q3'].map((id) => [id, alike(1)])));
		const second = qrels(Object.fromEntries(['q1', 'q2', 'q3'].map((id) => [id, alike(0)])));
		const { weighted } = judgeAgreement(first, second, settings);
		const kappa = weighted[0]?.kappa?.kappa as number;
		expect(weighted[0]?.bootstrap?.interval.low).toBeCloseTo(kappa, 12);
		expect(weighted[0]?.bootstrap?.interval.high).toBeCloseTo(kappa, 12);
		expect(weighted[0]?.kappa?.standardError).toBeGreaterThan(0);
	});

	it('has an interval as wide as queries differ', () => {
		// Half of the queries in full agreement (kappa 1), half in none at all (kappa -1): any resample lies between.
		const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
		const first = qrels(Object.fromEntries(ids.map((id) => [id, { a: 0, b: 1 }])));
		const second = qrels(Object.fromEntries(ids.map((id, i) => [id, i < 3 ? { a: 0, b: 1 } : { a: 1, b: 0 }])));
		const { weighted } = judgeAgreement(first, second, { ...settings, resamples: 4000 });
		// kappa of a resample is 2 * share of agreeing queries - 1, the share binomial(6, 1/2) / 6: 2.5 % lie below 1/6.
		expect(weighted[0]?.kappa?.kappa).toBe(0);
		expect(weighted[0]?.bootstrap?.interval.low).toBeCloseTo(-2 / 3, 12);
		expect(weighted[0]?.bootstrap?.interval.high).toBeCloseTo(2 / 3, 12);
	});

	it('restricts each judge to what the other judged too', () => {
		expect(restrictToShared(anna, ben)).toEqual(qrels({ q1: { a: 3, b: 0, c: 1 }, q2: { a: 0, b: 2 } }));
	});
});
