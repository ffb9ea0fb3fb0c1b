import type { Fusion } from '../contract.ts';
import { ABSENT_HELP, absentPolicy } from './absent.ts';
import { findNormaliser } from './normalise/index.ts';
import { timesLegsReturning } from './rank-sum.ts';
import { sumOfScores } from './score-sum.ts';

/**
 * CombMNZ: CombSUM times the number of legs that return the document (Fox & Shaw, TREC-2 1994; min-max normalised as
 * in Lee, SIGIR 1997). Weights count in the sum, not in the number of legs.
 *
 * A missing document contributes nothing (`absent=zero`) or what the last document of the leg got (`union`); either
 * way only legs that really return it are counted.
 */
export const combmnz: Fusion<{ norm: string; absent: string }> = {
	name: 'combmnz',
	summary: 'sum of w x normalised score, times the number of legs returning it',
	defaults: { norm: 'minmax', absent: 'zero' },
	help: { norm: 'none, minmax, zscore or dbsf', absent: ABSENT_HELP },
	score(pool, weights, { norm, absent }, out) {
		sumOfScores(pool, weights, findNormaliser(norm).scaleOf, absentPolicy('combmnz', absent), out);
		timesLegsReturning(pool, out);
	},
};
