import { type MetricFamily, type MetricParameter, readGrade } from './family.ts';

const persistence: MetricParameter<'p'> = {
	key: 'p',
	fallback: 0.8,
	takes: 'a number between 0 and 1',
	alwaysShown: true,
	read(text) {
		const value = text === '' ? Number.NaN : Number(text);
		return value > 0 && value < 1 ? value : undefined;
	},
};

/** No level by default: gains are graded. */
const level: MetricParameter<'rel'> = {
	key: 'rel',
	fallback: 0,
	takes: 'a grade from 1 to 127',
	read: readGrade,
};

/**
 * RBP(p=0.8): (1 - p) x the sum of gain x p^(rank-1), the gain per document seen of a user who goes on to the next
 * rank with probability p.
 *
 * The gain is grade / (the highest judged grade of the query, at least 1), as trec_eval 10; with `rel` it is 1 from
 * that grade on and 0 below, as ir_measures. On binary judgments all agree. The default p is that of ir_measures;
 * trec_eval's is 0.9. A finite list can't reach 1, and few relevant documents keep it low: compare within a dataset.
 *
 * Source: Moffat & Zobel, ACM TOIS 27(1), 2008.
 */
export const rbp: MetricFamily = {
	name: 'RBP',
	summary: 'rank-biased precision of a user who reads on with probability p',
	aliases: [],
	cutoff: 'optional',
	parameters: [persistence, level],
	score({ grades, ideal }, cutoff, { p, rel }) {
		const highest = Math.max(1, ideal[0] ?? 1);
		const end = Math.min(cutoff, grades.length);
		let sum = 0;
		let reached = 1;
		for (let rank = 0; rank < end; rank++) {
			const grade = grades[rank] as number;
			if (rel > 0) sum += grade >= rel ? reached : 0;
			else if (grade > 0) sum += (grade / highest) * reached;
			reached *= p;
		}
		return (1 - p) * sum;
	},
};
