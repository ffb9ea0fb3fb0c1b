import { type MetricFamily, relevanceLevel } from './family.ts';
import { countHits, countRelevant } from './relevant.ts';

/**
 * recall@k: relevant documents in the top k / all relevant documents of the query.
 *
 * Not capped: with more than k relevant documents it can't reach 1 (see recall_cap). Without relevant documents: 0.
 * Source: trec_eval `recall_k`; ir_measures `R@k`.
 */
export const recall: MetricFamily = {
	name: 'recall',
	summary: 'relevant in the top k / all relevant',
	aliases: ['R'],
	cutoff: 'required',
	parameters: [relevanceLevel],
	score(judged, cutoff, { rel }) {
		const relevant = countRelevant(judged.ideal, rel);
		return relevant === 0 ? 0 : countHits(judged, cutoff, rel) / relevant;
	},
};
