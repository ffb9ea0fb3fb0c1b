import { magnitude, moments, type Normaliser, safeUnit } from './scale.ts';

/**
 * (score - (mean - 3 sd)) / (6 sd) with the sample standard deviation of what the leg returned for the query: mean
 * +- 3 sd becomes 0..1, and outliers may lie beyond (Mazzeschi 2023, as in Qdrant). Where all scores are equal every
 * returned document gets 0.5, the middle.
 */
export const dbsfScale: Normaliser = {
	name: 'dbsf',
	summary: 'mean +- 3 standard deviations to 0..1',
	scaleOf(leg) {
		const unit = safeUnit(magnitude(leg));
		const { mean, deviation } = moments(leg, unit, 'sample');
		return {
			unit,
			origin: mean - 3 * deviation,
			span: 6 * deviation,
			floor: Number.NEGATIVE_INFINITY,
			ceiling: Number.POSITIVE_INFINITY,
			degenerate: 0.5,
		};
	},
};
