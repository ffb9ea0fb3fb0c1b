import type { MetricFamily, MetricParameter } from './family.ts';

const gain: MetricParameter<'gain'> = {
	key: 'gain',
	fallback: 'linear',
	takes: 'linear or exp',
	read: (text) => (text === 'linear' || text === 'exp' ? text : undefined),
};

/**
 * nDCG@k: discounted cumulative gain of the top k / that of the best k judged documents of the query.
 *
 * Gain is the grade (`gain=exp`: 2^grade - 1), the discount 1 / log2(rank + 1). The ideal ranks ALL judged documents,
 * not those returned. Unjudged documents gain nothing; which grades count as relevant (`rel`) plays no part. Without
 * cutoff: the whole list. Without a positive grade: 0.
 *
 * Source: Järvelin & Kekäläinen, ACM TOIS 20(4), 2002, with the discount of trec_eval `ndcg_cut_k` and `ndcg`;
 * exponential gain: Burges et al., ICML 2005.
 */
export const ndcg: MetricFamily = {
	name: 'nDCG',
	summary: 'discounted gain of the top k / that of the best order of all judged documents',
	aliases: ['ndcg_cut'],
	cutoff: 'optional',
	parameters: [gain],
	score({ grades, ideal }, cutoff, parameters) {
		const gains = parameters.gain === 'exp' ? EXPONENTIAL : LINEAR;
		const bestEnd = Math.min(cutoff, ideal.length);
		let best = 0;
		for (let rank = 0; rank < bestEnd; rank++) {
			const grade = ideal[rank] as number;
			if (grade <= 0) break;
			best += (gains[grade] as number) / discount(rank);
		}
		if (best === 0) return 0;
		const end = Math.min(cutoff, grades.length);
		let sum = 0;
		for (let rank = 0; rank < end; rank++) {
			const grade = grades[rank] as number;
			if (grade > 0) sum += (gains[grade] as number) / discount(rank);
		}
		return sum / best;
	},
};

const LINEAR = Float64Array.from({ length: 128 }, (_, grade) => grade);
const EXPONENTIAL = Float64Array.from({ length: 128 }, (_, grade) => 2 ** grade - 1);
const DISCOUNTS = Float64Array.from({ length: 1024 }, (_, rank) => Math.log2(rank + 2));

function discount(rank: number): number {
	return rank < DISCOUNTS.length ? (DISCOUNTS[rank] as number) : Math.log2(rank + 2);
}
