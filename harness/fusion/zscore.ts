import type { Fusion } from '../contract.ts';
import { absentOption } from './absent.ts';
import { zscore } from './normalise/zscore.ts';
import { sumOfScores } from './score-sum.ts';

const options = { absent: absentOption('union') };

/**
 * Weighted sum of standard scores: sum over legs of w x (score - mean) / sd (Montague & Aslam, CIKM 2001).
 *
 * The default for a missing document is `absent=union`: the standard score of the last document that the leg returned.
 * `absent=zero` contributes 0, which is the mean: a document that a leg never returned then stands above
 * the lower half of what it did return.
 */
export const zscoreFusion: Fusion<typeof options> = {
	name: 'zscore',
	summary: 'weighted sum of scores in standard deviations from the mean of the leg',
	options,
	score(pool, weights, { absent }, out) {
		sumOfScores(pool, weights, zscore.scaleOf, absent, out);
	},
};
