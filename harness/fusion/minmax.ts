import { minmax } from './normalise/minmax.ts';
import { normalisedSum } from './normalised-sum.ts';

/**
 * Weighted sum of min-max normalised scores: sum over legs of w x (score - lowest) / (highest - lowest) (Lee, SIGIR
 * 1997). Where all scores of a leg are equal each of its documents gets w.
 *
 * A missing document contributes nothing (`absent=zero`), which is also what the last document of a leg gets; `union`
 * differs only for legs whose scores are all equal.
 */
export const minmaxFusion = normalisedSum(
	'minmax',
	'weighted sum of scores brought to 0..1 by lowest and highest',
	minmax,
	'zero',
);
