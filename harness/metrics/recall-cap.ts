import { type MetricFamily, relevanceLevel } from './family.ts';
import { countHits, countRelevant } from './relevant.ts';

/**
 * recall_cap@k: relevant documents in the top k / min(k, all relevant documents of the query).
 *
 * A perfect top k scores 1 however many relevant documents there are. Without relevant documents: 0.
 * Source: "capped recall" of BEIR (Thakur et al., NeurIPS Datasets and Benchmarks 2021).
 */
export const recallCap: MetricFamily = {
	name: 'recall_cap',
	summary: 'relevant in the top k / min(k, all relevant)',
	aliases: ['R_cap'],
	cutoff: 'required',
	parameters: [relevanceLevel],
	score(judged, cutoff, { rel }) {
		const relevant = countRelevant(judged.ideal, rel);
		return relevant === 0 ? 0 : countHits(judged, cutoff, rel) / Math.min(cutoff, relevant);
	},
};
