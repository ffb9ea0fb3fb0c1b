import { describe, expect, it } from 'vitest';
import type { Qrels } from '../../contract.ts';
import { judgeAgreement, restrictToShared } from './judge-agreement.ts';

const settings = { confidence: 0.95 };

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

	const inAgreement = (queries: number, agreeing: number) => {
		const ids = Array.from({ length: queries }, (_, i) => `q${i}`);
		const first = qrels(Object.fromEntries(ids.map((id) => [id, { a: 0, b: 1 }])));
		const second = qrels(Object.fromEntries(ids.map((id, i) => [id, i < agreeing ? { a: 0, b: 1 } : { a: 1, b: 0 }])));
		return judgeAgreement(first, second, settings).weighted[0];
	};

	it('has an interval as wide as queries differ', () => {
		// kappa of such queries is 2 * share of agreeing ones - 1: 0, and -1/11 or 1/11 without any one of the 12. The
		// standard error is sqrt(11/12 * 12/121); t(11) at .975 is 2.2009852.
		const plain = inAgreement(12, 6);
		expect(plain?.kappa?.kappa).toBe(0);
		expect(plain?.overQueries?.standardError).toBeCloseTo(Math.sqrt(1 / 11), 12);
		expect(plain?.overQueries?.interval.low).toBeCloseTo(-2.2009852 * Math.sqrt(1 / 11), 6);
		expect(plain?.overQueries?.interval.high).toBeCloseTo(2.2009852 * Math.sqrt(1 / 11), 6);
	});

	it('gives no interval over queries under five of them, nor where all are alike', () => {
		expect(inAgreement(4, 2)?.kappa).toBeDefined();
		expect(inAgreement(4, 2)?.overQueries).toBeUndefined();
		expect(inAgreement(5, 3)?.overQueries).toBeDefined();
		expect(inAgreement(9, 9)?.kappa?.kappa).toBe(1);
		expect(inAgreement(9, 9)?.overQueries).toBeUndefined();
	});

	it('restricts each judge to what the other judged too', () => {
		expect(restrictToShared(anna, ben)).toEqual(qrels({ q1: { a: 3, b: 0, c: 1 }, q2: { a: 0, b: 2 } }));
	});
});
