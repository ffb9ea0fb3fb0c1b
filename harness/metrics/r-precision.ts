import { type MetricFamily, relevanceLevel } from './family.ts';
import { countHits, countRelevant } from './relevant.ts';

/**
 * Rprec: precision at R, where R is the number of relevant documents of the query.
 *
 * The divisor is R even where fewer documents were returned. Without relevant documents: 0.
 * Source: trec_eval `Rprec`; Buckley & Voorhees, chapter 3 of "TREC: Experiment and Evaluation in IR", 2005.
 */
export const rPrecision: MetricFamily = {
	name: 'Rprec',
	summary: 'precision at R, the number of relevant documents',
	aliases: ['R_precision'],
	cutoff: 'none',
	parameters: [relevanceLevel],
	score(judged, _cutoff, { rel }) {
		const relevant = countRelevant(judged.ideal, rel);
		return relevant === 0 ? 0 : countHits(judged, relevant, rel) / relevant;
	},
};
