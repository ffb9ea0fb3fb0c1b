import type { Fusion } from '../contract.ts';
import { absentOption } from './absent.ts';
import { normaliserOption, normalisers } from './normalise/index.ts';
import { timesLegsReturning } from './rank-sum.ts';
import { sumOfScores } from './score-sum.ts';

const options = { norm: normaliserOption, absent: absentOption('zero') };

/**
 * CombMNZ: CombSUM times the number of legs that return the document (Fox & Shaw, TREC-2 1994; min-max normalised as
 * in Lee, SIGIR 1997). Weights count in the sum, not in the number of legs.
 *
 * A missing document contributes nothing (`absent=zero`) or what the last document of the leg got (`union`); either
 * way only legs that really return it are counted.
 */
export const combmnz: Fusion<typeof options> = {
	name: 'combmnz',
	summary: 'sum of w x normalised score, times the number of legs returning it',
	options,
	score(pool, weights, { norm, absent }, out) {
		sumOfScores(pool, weights, normalisers[norm].scaleOf, absent, out);
		timesLegsReturning(pool, out);
	},
};
