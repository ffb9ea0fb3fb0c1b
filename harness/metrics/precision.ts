import { type MetricFamily, relevanceLevel } from './family.ts';
import { countHits } from './relevant.ts';

/**
 * precision@k: relevant documents in the top k / k.
 *
 * The divisor is k even where fewer documents were returned. Source: trec_eval `P_k`; ir_measures `P@k`.
 */
export const precision: MetricFamily = {
	name: 'precision',
	summary: 'relevant in the top k / k',
	aliases: ['P'],
	cutoff: 'required',
	parameters: [relevanceLevel],
	score: (judged, cutoff, { rel }) => countHits(judged, cutoff, rel) / cutoff,
};
