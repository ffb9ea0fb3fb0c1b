import { extremes, magnitude, type Normaliser, safeUnit } from './scale.ts';

/**
 * (score - lowest) / (highest - lowest) of what the leg returned for the query: 0..1 (Lee, SIGIR 1997). Where all
 * scores are equal every returned document gets 1, for it is the leg's best (as OpenSearch does).
 */
export const minmax: Normaliser = {
	name: 'minmax',
	summary: '(score - lowest) / (highest - lowest)',
	scaleOf(leg) {
		const unit = safeUnit(magnitude(leg));
		const { highest, lowest } = extremes(leg);
		const origin = lowest * unit;
		return { unit, origin, span: highest * unit - origin, floor: 0, ceiling: 1, degenerate: 1 };
	},
};
