import type { Normaliser } from './scale.ts';

/** The scores as the leg gave them: for legs that already share a scale. */
export const none: Normaliser = {
	name: 'none',
	summary: 'scores as they are',
	scaleOf: () => ({
		unit: 1,
		origin: 0,
		span: 1,
		floor: Number.NEGATIVE_INFINITY,
		ceiling: Number.POSITIVE_INFINITY,
		degenerate: 0,
	}),
};
