import type { Fusion } from '../contract.ts';
import { absentOption } from './absent.ts';
import { normaliserOption, normalisers } from './normalise/index.ts';
import { sumOfScores } from './score-sum.ts';

const options = { norm: normaliserOption, absent: absentOption('zero') };

/**
 * CombSUM: sum over legs of w x score (Fox & Shaw, TREC-2 1994), the scores normalised by `norm`: min-max as Lee
 * (SIGIR 1997) found needed where legs have different scales, `none` for the scores as they are.
 *
 * A missing document contributes nothing (`absent=zero`) or what the last document of the leg got (`union`).
 */
export const combsum: Fusion<typeof options> = {
	name: 'combsum',
	summary: 'sum of w x normalised score',
	options,
	score(pool, weights, { norm, absent }, out) {
		sumOfScores(pool, weights, normalisers[norm].scaleOf, absent, out);
	},
};
