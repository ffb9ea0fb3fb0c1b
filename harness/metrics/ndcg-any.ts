import { type MetricFamily, relevanceLevel } from './family.ts';

/**
 * ndcg_any@k as LongMemEval computes it: binary gains, discount 1 at the first two ranks and 1 / log2(rank) from there
 * on, the ideal from all relevant documents. Not nDCG@k, whose discount falls from the second rank on.
 *
 * Source: Wu et al. 2025 (retrieval/eval_utils.py); the discount is that of Järvelin & Kekäläinen 2000 with base 2.
 */
export const ndcgAny: MetricFamily = {
	name: 'ndcg_any',
	summary: 'nDCG of LongMemEval: binary gains, no discount at the first two ranks',
	aliases: [],
	cutoff: 'required',
	parameters: [relevanceLevel],
	score({ grades, ideal }, cutoff, { rel }) {
		let best = 0;
		for (let rank = 0; rank < Math.min(cutoff, ideal.length); rank++)
			if ((ideal[rank] as number) >= rel) best += weight(rank);
		if (best === 0) return 0;
		let sum = 0;
		for (let rank = 0; rank < Math.min(cutoff, grades.length); rank++)
			if ((grades[rank] as number) >= rel) sum += weight(rank);
		return sum / best;
	},
};

/** Ranks from 0: 1, 1, 1 / log2(3), ... */
function weight(rank: number): number {
	return rank < 2 ? 1 : 1 / Math.log2(rank + 1);
}
