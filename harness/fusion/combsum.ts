import type { Fusion } from '../contract.ts';
import { ABSENT_HELP, absentPolicy } from './absent.ts';
import { findNormaliser } from './normalise/index.ts';
import { sumOfScores } from './score-sum.ts';

/**
 * CombSUM: sum over legs of w x score (Fox & Shaw, TREC-2 1994), the scores normalised by `norm`: min-max as Lee
 * (SIGIR 1997) found needed where legs have different scales, `none` for the scores as they are.
 *
 * A missing document contributes nothing (`absent=zero`) or what the last document of the leg got (`union`).
 */
export const combsum: Fusion<{ norm: string; absent: string }> = {
	name: 'combsum',
	summary: 'sum of w x normalised score',
	defaults: { norm: 'minmax', absent: 'zero' },
	help: { norm: 'none, minmax, zscore or dbsf', absent: ABSENT_HELP },
	score(pool, weights, { norm, absent }, out) {
		sumOfScores(pool, weights, findNormaliser(norm).scaleOf, absentPolicy('combsum', absent), out);
	},
};
