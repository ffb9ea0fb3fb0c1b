import { describe, expect, it } from 'vitest';
import { corpusOrder } from '../ranking.ts';
import { gradesOf, judgedQuery, judgeRanking, refilledRanking } from './judged.ts';
import { parseMetric } from './parse.ts';

const order = corpusOrder([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]);
const query = judgedQuery(
	new Map([
		['b', 0],
		['c', 3],
		['d', -1],
		['elsewhere', 1],
	]),
	order,
	'q1',
);

it('gives grades by rank, unjudged as -1, and every judged grade', () => {
	const judged = judgeRanking(query, { docs: Int32Array.of(2, 0, 1, 3), scores: Float64Array.of(4, 3, 2, 1) });
	expect([...judged.grades]).toEqual([3, -1, 0, -1]);
	expect(judged.ideal).toEqual([3, 1, 0]);
});

it('a query without judgments has no ideal', () => {
	expect(judgedQuery(undefined, order, 'q2')).toMatchObject({ ideal: [] });
});

it.each([1.5, 128, Number.NaN])('refuses the grade %s', (grade) => {
	expect(() => judgedQuery(new Map([['a', grade]]), order, 'q1')).toThrow(/document a of query q1 has the grade/);
});

describe('a refilled ranking', () => {
	const grades = gradesOf(query, Int32Array.of(0, 1, 2, 3));
	const refilled = refilledRanking(query.ideal, 3);

	it('is cut to its depth', () => {
		expect([...refilled.fill(grades, Int32Array.of(3, 2, 1, 0)).grades]).toEqual([-1, 3, 0]);
	});

	it('is as short as what it is filled with, whatever stood there before', () => {
		refilled.fill(grades, Int32Array.of(2, 2, 2));
		const short = refilled.fill(grades, Int32Array.of(1));
		expect([...short.grades]).toEqual([0]);
		expect(parseMetric('judged@3').score(short)).toBe(1);
		expect([...refilled.fill(grades, Int32Array.of()).grades]).toEqual([]);
	});
});
