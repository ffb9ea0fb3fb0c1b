import { type MetricFamily, relevanceLevel } from './family.ts';

/**
 * MRR (RR): 1 / rank of the first relevant document in the whole returned list; with a cutoff, in the top k.
 *
 * Nothing relevant returned: 0. The mean over queries is the "mean" of the name. Source: trec_eval `recip_rank`;
 * ir_measures `RR`, `RR@k`; Voorhees, TREC-8 question answering track, 1999.
 */
export const reciprocalRank: MetricFamily = {
	name: 'MRR',
	summary: '1 / rank of the first relevant document',
	aliases: ['RR', 'recip_rank'],
	cutoff: 'optional',
	parameters: [relevanceLevel],
	score({ grades }, cutoff, { rel }) {
		const end = Math.min(cutoff, grades.length);
		for (let rank = 0; rank < end; rank++) if ((grades[rank] as number) >= rel) return 1 / (rank + 1);
		return 0;
	},
};
