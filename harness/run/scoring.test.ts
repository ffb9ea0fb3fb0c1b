import { describe, expect, it } from 'vitest';
import type { IndexedRanking } from '../contract.ts';
import { parseMetrics } from '../metrics/index.ts';
import { scoreRankings, summarise } from './scoring.ts';

const corpus = ['a', 'b', 'c'].map((id) => ({ id }));
const queries = [
	{ id: 'q1', stratum: 'exact' },
	{ id: 'q2', stratum: 'exact' },
	{ id: 'q3', stratum: 'multihop' },
	{ id: 'q4', stratum: 'multihop' },
];
const qrels = new Map([
	['q1', new Map([['a', 2]])],
	['q2', new Map([['b', 1]])],
	['q3', new Map([['c', 0]])],
]);
const ranking = (...docs: number[]): IndexedRanking => ({
	docs: Int32Array.from(docs),
	scores: Float64Array.from(docs, (_, rank) => -rank),
});
const metrics = parseMetrics('recall@1,MRR,recall(rel=2)@1');
const names = metrics.map((metric) => metric.name);
const rankings = [ranking(1, 0), ranking(), ranking(2), ranking(0)];

describe('scoring', () => {
	const scores = scoreRankings({ corpus, queries, qrels }, rankings, metrics);

	it('an unanswered query scores 0 and counts', () => {
		expect(scores[1]).toMatchObject({ queryId: 'q2', relevant: 1, metrics: { 'recall@1': 0, MRR: 0 } });
		expect(scoreRankings({ corpus, queries, qrels }, [], metrics)[1]).toEqual(scores[1]);
	});

	it('a query without relevant documents has no metrics', () => {
		expect(scores.slice(2)).toEqual([
			{ queryId: 'q3', stratum: 'multihop', relevant: 0, metrics: undefined },
			{ queryId: 'q4', stratum: 'multihop', relevant: 0, metrics: undefined },
		]);
	});

	it('a query without documents of a metric’s own level lacks that metric only', () => {
		expect(scores[0]?.metrics).toEqual({ 'recall@1': 0, MRR: 0.5, 'recall(rel=2)@1': 0 });
		expect(Object.keys(scores[1]?.metrics ?? {})).toEqual(['recall@1', 'MRR']);
	});

	it('means are over scored queries; the rest is counted', () => {
		expect(summarise(scores, names)).toEqual({
			overall: {
				n: 2,
				unscored: 2,
				metrics: { 'recall@1': 0, MRR: 0.25, 'recall(rel=2)@1': 0 },
				fewer: { 'recall(rel=2)@1': 1 },
			},
			strata: {
				exact: {
					n: 2,
					unscored: 0,
					metrics: { 'recall@1': 0, MRR: 0.25, 'recall(rel=2)@1': 0 },
					fewer: { 'recall(rel=2)@1': 1 },
				},
				multihop: { n: 0, unscored: 2, metrics: {} },
			},
		});
	});
});
