import { type MetricFamily, relevanceLevel } from './family.ts';

/**
 * success@k: 1 if any relevant document is in the top k, else 0. Also called hit rate, and recall_any in LongMemEval.
 *
 * Source: trec_eval `success_k`; ir_measures `Success@k`.
 */
export const success: MetricFamily = {
	name: 'success',
	summary: '1 if any relevant document is in the top k',
	aliases: ['hit', 'hit_rate', 'recall_any'],
	cutoff: 'required',
	parameters: [relevanceLevel],
	score({ grades }, cutoff, { rel }) {
		const end = Math.min(cutoff, grades.length);
		for (let rank = 0; rank < end; rank++) if ((grades[rank] as number) >= rel) return 1;
		return 0;
	},
};
