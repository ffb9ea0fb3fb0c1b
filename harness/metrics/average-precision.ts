import { type MetricFamily, relevanceLevel } from './family.ts';
import { countRelevant } from './relevant.ts';

/**
 * AP: the precision at the rank of each relevant document that was returned, summed, / all relevant documents.
 *
 * Only the top k is looked at where there is a cutoff; the divisor stays all relevant documents (as trec_eval `map_cut_k`, not
 * min(k, R)). Without relevant documents: 0. Source: trec_eval `map`; ir_measures `AP`, `AP@k`.
 */
export const averagePrecision: MetricFamily = {
	name: 'AP',
	summary: 'mean over all relevant documents of the precision at their rank',
	aliases: ['MAP', 'map_cut'],
	cutoff: 'optional',
	parameters: [relevanceLevel],
	score({ grades, ideal }, cutoff, { rel }) {
		const relevant = countRelevant(ideal, rel);
		if (relevant === 0) return 0;
		const end = Math.min(cutoff, grades.length);
		let hits = 0;
		let sum = 0;
		for (let rank = 0; rank < end; rank++) {
			if ((grades[rank] as number) < rel) continue;
			hits++;
			sum += hits / (rank + 1);
		}
		return sum / relevant;
	},
};
