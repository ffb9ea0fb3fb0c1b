import { magnitude, moments, type Normaliser, safeUnit } from './scale.ts';

/**
 * (score - mean) / standard deviation (population) of what the leg returned for the query: zero mean, unit variance
 * (Montague & Aslam, CIKM 2001). Where all scores are equal every returned document gets 0, the mean.
 */
export const zscore: Normaliser = {
	name: 'zscore',
	summary: '(score - mean) / standard deviation',
	scaleOf(leg) {
		const unit = safeUnit(magnitude(leg));
		const { mean, deviation } = moments(leg, unit, 'population');
		return {
			unit,
			origin: mean,
			span: deviation,
			floor: Number.NEGATIVE_INFINITY,
			ceiling: Number.POSITIVE_INFINITY,
			degenerate: 0,
		};
	},
};
