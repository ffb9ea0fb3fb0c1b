import { type MetricFamily, relevanceLevel } from './family.ts';
import { countRelevant } from './relevant.ts';

/**
 * bpref: of the preferences "relevant before judged-not-relevant", the share that the ranking keeps; unjudged
 * documents are passed over, so incomplete judgments hurt it less.
 *
 * Each relevant document returned adds 1 - min(n, R) / min(N, R), with n the judged-not-relevant documents above it,
 * N all of them and R the relevant ones; the sum is divided by R. Relevant documents that were not returned add 0.
 * Without relevant documents: 0.
 *
 * Source: Buckley & Voorhees, SIGIR 2004, as trec_eval `bpref` computes it (which differs from the paper where
 * N < R, and says so).
 */
export const bpref: MetricFamily = {
	name: 'bpref',
	summary: 'share of judged preferences that the ranking keeps',
	aliases: [],
	cutoff: 'none',
	parameters: [relevanceLevel],
	score({ grades, ideal }, _cutoff, { rel }) {
		const relevant = countRelevant(ideal, rel);
		if (relevant === 0) return 0;
		const bound = Math.min(ideal.length - relevant, relevant);
		let notRelevantAbove = 0;
		let sum = 0;
		for (let rank = 0; rank < grades.length; rank++) {
			const grade = grades[rank] as number;
			if (grade < 0) continue;
			if (grade < rel) notRelevantAbove++;
			else sum += notRelevantAbove === 0 ? 1 : 1 - Math.min(notRelevantAbove, relevant) / bound;
		}
		return sum / relevant;
	},
};
