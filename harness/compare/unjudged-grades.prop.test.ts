import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexedRanking, Metric } from '../contract.ts';
import { parseMetric } from '../metrics/index.ts';
import { randomStream } from '../random.ts';
import {
	drawnGrades,
	judgedGradesByRank,
	type PairedQuery,
	pairedQuery,
	scoresUnder,
	worstGrades,
} from './unjudged-grades.ts';

const ranking = (docs: readonly number[]): IndexedRanking => ({
	docs: Int32Array.from(docs),
	scores: Float64Array.from(docs, (_, rank) => -rank),
});

/** Two runs over nine documents of which some are judged; document 0 is relevant. */
const pairs = fc.record({
	baseline: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8]),
	challenger: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8]),
	grades: fc.array(fc.constantFrom(-1, -1, -1, 0, 1, 2), { minLength: 8, maxLength: 8 }),
});

function queryOf(
	metric: Metric,
	{ baseline, challenger, grades }: { baseline: number[]; challenger: number[]; grades: number[] },
) {
	const gradeOf = new Map(
		[1, ...grades].flatMap((grade, doc): [number, number][] => (grade < 0 ? [] : [[doc, grade]])),
	);
	const judged = { gradeOf, ideal: [...gradeOf.values()].sort((x, y) => y - x) };
	return pairedQuery(metric, judged, ranking(baseline), ranking(challenger));
}

const lead = (metric: Metric, query: PairedQuery, docs: readonly number[]): number => {
	const { baseline, challenger } = scoresUnder(metric, query, new Map(docs.map((doc) => [doc, 2])));
	return challenger - baseline;
};

/** The least lead over all sets of open documents. */
function leastOfAll(metric: Metric, query: PairedQuery): number {
	let least = Number.POSITIVE_INFINITY;
	for (let bits = 0; bits < 2 ** query.open.length; bits++)
		least = Math.min(
			least,
			lead(
				metric,
				query,
				query.open.filter((_, i) => (bits >> i) & 1),
			),
		);
	return least;
}

describe('the worst that unjudged documents can be', () => {
	it.each(['recall@3', 'recall@5', 'precision@4', 'nDCG@5', 'nDCG@3', 'RBP', 'success@2', 'MRR'])(
		'is the least over all sets of them: %s',
		(name) => {
			const metric = parseMetric(name);
			fc.assert(
				fc.property(pairs, (made) => {
					const query = queryOf(metric, made);
					const found = lead(metric, query, [...worstGrades(metric, query, 'challenger', 2).keys()]);
					expect(found).toBeCloseTo(leastOfAll(metric, query), 10);
				}),
				{ numRuns: 150 },
			);
		},
	);

	it('is close to it, and never above the plain lead, for AP', () => {
		const metric = parseMetric('AP');
		let [exact, all] = [0, 0];
		fc.assert(
			fc.property(pairs, (made) => {
				const query = queryOf(metric, made);
				const found = lead(metric, query, [...worstGrades(metric, query, 'challenger', 2).keys()]);
				const least = leastOfAll(metric, query);
				expect(found).toBeLessThanOrEqual(lead(metric, query, []) + 1e-12);
				expect(found - least).toBeLessThan(0.1);
				all++;
				if (found - least < 1e-9) exact++;
			}),
			{ numRuns: 150, seed: 3 },
		);
		expect(exact / all).toBeGreaterThan(0.9);
	});

	it('turns around with the runs', () => {
		const metric = parseMetric('nDCG@5');
		fc.assert(
			fc.property(pairs, (made) => {
				const query = queryOf(metric, made);
				const turned = queryOf(metric, { ...made, baseline: made.challenger, challenger: made.baseline });
				const one = lead(metric, query, [...worstGrades(metric, query, 'challenger', 2).keys()]);
				const other = lead(metric, turned, [...worstGrades(metric, turned, 'baseline', 2).keys()]);
				expect(one).toBeCloseTo(-other, 10);
			}),
			{ numRuns: 100 },
		);
	});
});

describe('grades drawn as judged ones are', () => {
	it('are relevant as often as those at the same rank', () => {
		const metric = parseMetric('precision@2');
		// Rank 1 is relevant in 3 of 4 judged cases, rank 2 never; document 9 is open at rank 1, document 8 at rank 2.
		const judgedOf = (first: number) => ({
			gradeOf: new Map([
				[1, first],
				[2, 0],
			]),
			ideal: [first, 0],
		});
		const known = [1, 1, 1, 0].map((first) => pairedQuery(metric, judgedOf(first), ranking([1, 2]), ranking([])));
		const open = pairedQuery(metric, { gradeOf: new Map(), ideal: [] }, ranking([9, 8]), ranking([8]));
		const onlyFirst = pairedQuery(metric, { gradeOf: new Map(), ideal: [] }, ranking([9, 8]), ranking([]));
		const byRank = judgedGradesByRank(metric, known);
		const stream = randomStream(1, 'test');
		const rate = (query: PairedQuery, doc: number): number =>
			Array.from({ length: 4000 }, () => drawnGrades(query, byRank, stream).get(doc) as number).reduce(
				(sum, grade) => sum + grade / 4000,
				0,
			);
		expect(rate(onlyFirst, 9)).toBeCloseTo(0.75, 1);
		expect(rate(onlyFirst, 8)).toBe(0);
		// Its better rank counts: the challenger has it first.
		expect(rate(open, 8)).toBeCloseTo(0.75, 1);
	});
});
