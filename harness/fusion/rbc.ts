import type { Fusion } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { ABSENT_HELP, absentPolicy } from './absent.ts';
import { sumByRank } from './rank-sum.ts';

/**
 * Rank-biased centroid: sum over legs of w x (1 - p) x p^(rank - 1), rank from 1: the attention that a reader of
 * persistence p gives to the document (Bailey, Moffat, Scholer & Thomas, SIGIR 2017).
 *
 * A missing document contributes nothing (`absent=zero`) or w x (1 - p) x p^n after a leg of n documents (`union`).
 * Throws `usage` unless 0 < p < 1.
 */
export const rbc: Fusion<{ p: number; absent: string }> = {
	name: 'rbc',
	summary: 'rank-biased centroid: sum of w (1 - p) p^(rank - 1)',
	defaults: { p: 0.8, absent: 'zero' },
	help: { p: 'persistence, above 0 and below 1', absent: ABSENT_HELP },
	score(pool, weights, { p, absent }, out) {
		if (!(p > 0 && p < 1)) throw new BenchError('usage', `rbc: p must be above 0 and below 1, not ${p}`);
		sumByRank(pool, weights, (rank) => (1 - p) * p ** (rank - 1), absentPolicy('rbc', absent), out);
	},
};
