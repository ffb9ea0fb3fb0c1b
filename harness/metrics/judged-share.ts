import type { MetricFamily } from './family.ts';

/**
 * judged@k: share of the returned top k that has a judgment of any grade: how far the other metrics can be believed.
 *
 * The divisor is the number of documents returned where that is below k; nothing returned: 0.
 * Source: ir_measures `Judged@k`. (trec_eval's `unj_k` counts the unjudged and always divides by k.)
 */
export const judgedShare: MetricFamily = {
	name: 'judged',
	summary: 'share of the returned top k that was judged at all',
	aliases: [],
	cutoff: 'required',
	parameters: [],
	score({ grades }, cutoff) {
		const end = Math.min(cutoff, grades.length);
		let judged = 0;
		for (let rank = 0; rank < end; rank++) if ((grades[rank] as number) >= 0) judged++;
		return end === 0 ? 0 : judged / end;
	},
};
