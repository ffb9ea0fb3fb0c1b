import { type MetricFamily, relevanceLevel } from './family.ts';
import { countHits, countRelevant } from './relevant.ts';

/**
 * recall_all@k: 1 if all relevant documents of the query are in the top k, else 0.
 *
 * A multihop question needs all of them: one missing hop is a failure. A query with more than k relevant documents, or with
 * none, scores 0. Source: LongMemEval (Wu et al., ICLR 2025), `recall_all@k`.
 */
export const recallAll: MetricFamily = {
	name: 'recall_all',
	summary: '1 if all relevant documents are in the top k',
	aliases: ['R_all'],
	cutoff: 'required',
	parameters: [relevanceLevel],
	score(judged, cutoff, { rel }) {
		const relevant = countRelevant(judged.ideal, rel);
		return relevant > 0 && countHits(judged, cutoff, rel) === relevant ? 1 : 0;
	},
};
