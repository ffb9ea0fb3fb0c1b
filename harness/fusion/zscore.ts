import { zscore } from './normalise/zscore.ts';
import { normalisedSum } from './normalised-sum.ts';

/**
 * Weighted sum of standard scores: sum over legs of w x (score - mean) / sd (Montague & Aslam, CIKM 2001).
 *
 * The default for a missing document is `absent=union`: the standard score of the last document that the leg returned.
 * `absent=zero` contributes 0, which is the mean: a document that a leg never returned then ranks above the lower half
 * of what it did return.
 */
export const zscoreFusion = normalisedSum(
	'zscore',
	'weighted sum of scores in standard deviations from the mean of the leg',
	zscore,
	'union',
);
