import { describe, expect, it } from 'vitest';
import type { JudgedRanking } from '../contract.ts';
import { parseMetric } from './parse.ts';

/** Grades by rank (-1 unjudged) and every judged grade of the query. */
function judged(grades: readonly number[], ideal: readonly number[]): JudgedRanking {
	return { grades: Int8Array.from(grades), ideal: [...ideal].sort((x, y) => y - x) };
}

// Four relevant documents (3, 2, 1, 1), of which the ranking finds three; two judged not relevant, one unjudged.
const graded = judged([0, 2, -1, 1, 0, 3], [3, 2, 1, 1, 0, 0]);
const nothing = judged([], [1]);
const unscorable = judged([0, -1], [0]);

describe('on a graded example, by hand', () => {
	const log = Math.log2;
	it.each<[string, number]>([
		['recall@2', 1 / 4],
		['recall@4', 2 / 4],
		['recall@100', 3 / 4],
		['recall(rel=2)@6', 2 / 2],
		['recall_cap@2', 1 / 2],
		['recall_cap@6', 3 / 4],
		['recall_all@6', 0],
		['recall_all(rel=2)@6', 1],
		['recall_all(rel=2)@5', 0],
		['success@1', 0],
		['success@2', 1],
		['success(rel=3)@5', 0],
		['precision@2', 1 / 2],
		['precision@10', 3 / 10],
		['nDCG@2', 2 / log(3) / (3 + 2 / log(3))],
		['nDCG', (2 / log(3) + 1 / log(5) + 3 / log(7)) / (3 + 2 / log(3) + 1 / 2 + 1 / log(5))],
		['nDCG(gain=exp)@4', (3 / log(3) + 1 / log(5)) / (7 + 3 / log(3) + 1 / 2 + 1 / log(5))],
		['MRR', 1 / 2],
		['MRR@1', 0],
		['MRR(rel=3)', 1 / 6],
		['AP', (1 / 2 + 2 / 4 + 3 / 6) / 4],
		['AP@4', (1 / 2 + 2 / 4) / 4],
		['Rprec', 2 / 4],
		['Rprec(rel=3)', 0],
		// min(N, R) = min(2, 4): one of two judged-not-relevant above ranks 2 and 4, both above rank 6.
		['bpref', (1 / 2 + 1 / 2 + 0) / 4],
		['RBP(p=0.5)', 0.5 * ((2 / 3) * 0.5 + (1 / 3) * 0.125 + 1 * 0.03125)],
		['RBP(p=0.5,rel=2)', 0.5 * (0.5 + 0.03125)],
		['RBP(p=0.5)@2', 0.5 * ((2 / 3) * 0.5)],
		['judged@3', 2 / 3],
		['judged@10', 5 / 6],
	])('%s', (name, value) => {
		expect(parseMetric(name).score(graded)).toBeCloseTo(value, 12);
	});
});

const everyMetric = [
	...['recall@5', 'recall_cap@5', 'recall_all@5', 'success@5', 'precision@5', 'nDCG@5', 'nDCG', 'nDCG(gain=exp)@5'],
	...['MRR', 'AP', 'AP@5', 'Rprec', 'bpref', 'RBP(p=0.8)', 'judged@5'],
];

it.each(everyMetric)('%s of an empty ranking is 0', (name) => {
	expect(parseMetric(name).score(nothing)).toBe(0);
});

it.each(everyMetric.filter((name) => !name.startsWith('judged')))('%s without relevant documents is 0', (name) => {
	expect(parseMetric(name).score(unscorable)).toBe(0);
});

it.each(everyMetric.filter((name) => !name.startsWith('RBP')))('%s of a perfect ranking is 1', (name) => {
	expect(parseMetric(name).score(judged([3, 2, 2, 1, 1], [3, 2, 2, 1, 1]))).toBeCloseTo(1, 12);
});

describe('where definitions differ between tools', () => {
	it('recall is not capped by the cutoff, recall_cap is', () => {
		const many = judged([1, 1], [1, 1, 1, 1]);
		expect(parseMetric('recall@2').score(many)).toBe(0.5);
		expect(parseMetric('recall_cap@2').score(many)).toBe(1);
	});

	it('AP@k divides by all relevant documents, not by min(k, R)', () => {
		expect(parseMetric('AP@1').score(judged([1], [1, 1]))).toBe(0.5);
	});

	it('nDCG is relative to all judged documents, not to those returned', () => {
		expect(parseMetric('nDCG@10').score(judged([1], [1, 1]))).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 12);
	});

	it('nDCG discounts far ranks as near ones', () => {
		const far = judged([...Array<number>(2000).fill(-1), 1], [1]);
		expect(parseMetric('nDCG').score(far)).toBeCloseTo(1 / Math.log2(2002), 12);
	});

	it('bpref passes over unjudged documents', () => {
		const bpref = parseMetric('bpref');
		expect(bpref.score(judged([-1, -1, 1, 0], [1, 0]))).toBe(bpref.score(judged([1, 0], [1, 0])));
	});
});
