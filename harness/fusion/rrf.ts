import type { Fusion } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { option } from '../options.ts';
import { absentOption } from './absent.ts';
import { sumByRank } from './rank-sum.ts';

const options = {
	k: option.number(60, { min: 0, help: 'the constant of the denominator' }),
	rank_base: option.number(1, { min: 0, help: 'rank of the first document: 1 as in the paper, 0 in some engines' }),
	absent: absentOption('zero'),
};

/**
 * Reciprocal rank fusion: sum over legs of w / (k + rank) (Cormack, Clarke & Buettcher, SIGIR 2009; k = 60 there).
 *
 * `rank_base` is the rank of the first document: 1 as in the paper; some engines count from 0, some use k = 2.
 * A missing document contributes nothing (`absent=zero`) or w / (k + n + 1) after a leg of n documents (`union`). k = 0
 * needs a rank_base above 0.
 */
export const rrf: Fusion<typeof options> = {
	name: 'rrf',
	summary: 'reciprocal rank fusion: sum of w / (k + rank)',
	options,
	validate({ k, rank_base }) {
		if (!(k + rank_base > 0))
			throw new BenchError('usage', `rrf: k + rank_base must be above 0, not ${k + rank_base}`, {
				hint: 'With rank_base=0, k must be above 0.',
			});
	},
	score(pool, weights, { k, rank_base, absent }, out) {
		const offset = k + rank_base - 1;
		sumByRank(pool, weights, (rank) => 1 / (offset + rank), absent, out);
	},
};
