import { BenchError } from '../../errors.ts';
import { topCandidates } from '../../ranking.ts';
import type { Stage } from './stage.ts';

/** Keeps the best n candidates and takes the rest out: a cut before the steps that follow. */
export const limit: Stage<{ n: number }> = {
	name: 'limit',
	summary: 'keep the best n candidates',
	defaults: { n: 10 },
	help: { n: 'how many stay' },
	apply(_pool, scores, _features, { n }) {
		if (!(Number.isInteger(n) && n >= 1))
			throw new BenchError('usage', `limit: n must be a whole number from 1, not ${n}`);
		if (n >= scores.length) return;
		const kept = new Set(topCandidates(scores, n));
		for (let candidate = 0; candidate < scores.length; candidate++)
			if (!kept.has(candidate)) scores[candidate] = Number.NEGATIVE_INFINITY;
	},
};
