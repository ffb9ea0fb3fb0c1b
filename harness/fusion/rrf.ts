import type { Fusion } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { ABSENT_HELP, absentPolicy } from './absent.ts';
import { sumByRank } from './rank-sum.ts';

/**
 * Reciprocal rank fusion: sum over legs of w / (k + rank) (Cormack, Clarke & Buettcher, SIGIR 2009; k = 60 there).
 *
 * `rank_base` is the rank of the first document: 1 as in the paper; some engines count from 0, some use k = 2.
 * A missing document contributes nothing (`absent=zero`) or w / (k + n + 1) after a leg of n documents (`union`).
 * Throws `usage` where k + rank_base is not positive, for then a first document would score nothing finite.
 */
export const rrf: Fusion<{ k: number; rank_base: number; absent: string }> = {
	name: 'rrf',
	summary: 'reciprocal rank fusion: sum of w / (k + rank)',
	defaults: { k: 60, rank_base: 1, absent: 'zero' },
	help: { k: 'the constant of the denominator', rank_base: 'rank of the first document (1 or 0)', absent: ABSENT_HELP },
	score(pool, weights, { k, rank_base, absent }, out) {
		if (!(k + rank_base > 0))
			throw new BenchError('usage', `rrf: k + rank_base must be above 0, not ${k + rank_base}`, {
				hint: 'With rank_base=0, k must be above 0.',
			});
		const offset = k + rank_base - 1;
		sumByRank(pool, weights, (rank) => 1 / (offset + rank), absentPolicy('rrf', absent), out);
	},
};
