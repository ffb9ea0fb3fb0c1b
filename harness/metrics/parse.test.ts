import { describe, expect, it } from 'vitest';
import { BenchError } from '../errors.ts';
import { DEFAULT_METRICS, families, parseMetric, parseMetrics } from './index.ts';

describe('a metric has one canonical name, whatever it was called', () => {
	it.each([
		['R@5', 'recall@5'],
		['Recall@5', 'recall@5'],
		['recall_5', 'recall@5'],
		['recall.100', 'recall@100'],
		['ndcg@10', 'nDCG@10'],
		['ndcg_cut_10', 'nDCG@10'],
		['nDCG', 'nDCG'],
		['nDCG@10(gain=exp)', 'nDCG(gain=exp)@10'],
		['nDCG(gain=linear)@10', 'nDCG@10'],
		['RR', 'MRR'],
		['recip_rank', 'MRR'],
		['RR@10', 'MRR@10'],
		['P@5', 'precision@5'],
		['P(rel=2)@5', 'precision(rel=2)@5'],
		["P(rel='2')@5", 'precision(rel=2)@5'],
		['P(rel=1)@5', 'precision@5'],
		['AP', 'AP'],
		['MAP', 'AP'],
		['map_cut_10', 'AP@10'],
		['Bpref', 'bpref'],
		['RBP', 'RBP(p=0.8)'],
		['rbp( p = 0.95 , rel = 2 )@10', 'RBP(p=0.95,rel=2)@10'],
		['Judged@10', 'judged@10'],
		['Success@5', 'success@5'],
	])('%s is %s', (given, canonical) => {
		expect(parseMetric(given).name).toBe(canonical);
	});

	it('and parses as itself', () => {
		for (const family of families) {
			const cutoff = family.cutoff === 'required' ? '@7' : '';
			const { name } = parseMetric(`${family.name}${cutoff}`);
			expect(parseMetric(name).name).toBe(name);
		}
	});
});

it('a metric knows its cutoff and level', () => {
	expect(parseMetric('recall@5')).toMatchObject({ cutoff: 5, rel: 1, max: 1 });
	expect(parseMetric('MRR(rel=2)')).toMatchObject({ cutoff: Number.POSITIVE_INFINITY, rel: 2 });
});

it('a level for all leaves graded gains and levels of their own alone', () => {
	const names = parseMetrics('R@5,nDCG@10,RBP(p=0.8),P(rel=3)@5', { rel: 2 }).map((metric) => metric.name);
	expect(names).toEqual(['recall(rel=2)@5', 'nDCG@10', 'RBP(p=0.8)', 'precision(rel=3)@5']);
});

it('lists keep their order, drop repetitions, and survive being split at every comma', () => {
	const names = ['recall@5', 'RBP(p=0.8,rel=2)', 'MRR'];
	expect(parseMetrics(['R@5,RBP(p=0.8', 'rel=2)', 'MRR', 'recall@5']).map((metric) => metric.name)).toEqual(names);
	expect(parseMetrics(DEFAULT_METRICS).map((metric) => metric.name)).toEqual(DEFAULT_METRICS);
});

describe('errors say what is wrong and what to do', () => {
	it.each([
		['ndgc@10', /no metric "ndgc@10"/, /Did you mean nDCG/],
		['', /no metric/, /recall/],
		['recall', /needs a cutoff/, /recall@10/],
		['bpref@10', /takes no cutoff/, /bpref/],
		['recall@0', /cutoff is an integer from 1/, undefined],
		['recall@-1', /no metric/, /recall/],
		['recall(gain=exp)@5', /no parameter "gain"/, /rel/],
		['recall(rel=0)@5', /rel takes a grade from 1 to 127, not "0"/, undefined],
		['nDCG(gain=cubic)@5', /gain takes linear or exp/, undefined],
		['RBP(p=1)', /p takes a number between 0 and 1/, undefined],
		['RBP(p=)', /p takes a number between 0 and 1/, undefined],
		['judged(rel=1)@5', /no parameter "rel"/, /none/],
	])('%s', (name, message, hint) => {
		let thrown: unknown;
		try {
			parseMetric(name);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toBeInstanceOf(BenchError);
		expect(thrown).toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
		if (hint !== undefined) expect((thrown as BenchError).hint).toMatch(hint);
	});

	it('no metric at all', () => {
		expect(() => parseMetrics(' , ')).toThrow(/no metric was named/);
	});
});
