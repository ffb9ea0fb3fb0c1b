import { option } from '../../options.ts';
import { topCandidates } from '../../ranking.ts';
import type { Stage } from './stage.ts';

const options = { n: option.integer(10, { min: 1, help: 'how many stay' }) };

/** Keeps the best n candidates and takes the rest out: a cut before the steps that follow. */
export const limit: Stage<typeof options> = {
	name: 'limit',
	summary: 'keep the best n candidates',
	options,
	apply(_pool, scores, _features, { n }) {
		if (n >= scores.length) return;
		const kept = new Set(topCandidates(scores, n));
		for (let candidate = 0; candidate < scores.length; candidate++)
			if (!kept.has(candidate)) scores[candidate] = Number.NEGATIVE_INFINITY;
	},
};
