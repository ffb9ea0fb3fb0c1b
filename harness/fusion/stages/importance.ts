import type { Stage } from './stage.ts';

/**
 * Importance prior: score x (base + slope x importance), by default 0.7 + 0.3 x importance.
 *
 * The factor rewards only where scores are not negative. Where a fusion gave negative ones, the pool is first shifted
 * so that its lowest score is 0. A corpus in which every document has the same importance keeps its order.
 */
export const importance: Stage<{ base: number; slope: number }> = {
	name: 'importance',
	summary: 'prior: score x (base + slope x importance)',
	defaults: { base: 0.7, slope: 0.3 },
	help: { base: 'factor of a document of importance 0', slope: 'what importance 1 adds to the factor' },
	apply(pool, scores, features, { base, slope }) {
		let lowest = 0;
		for (const score of scores) if (score !== Number.NEGATIVE_INFINITY && score < lowest) lowest = score;
		for (let candidate = 0; candidate < scores.length; candidate++) {
			const score = scores[candidate] as number;
			if (score === Number.NEGATIVE_INFINITY) continue;
			const factor = base + slope * (features.importance[pool.docs[candidate] as number] as number);
			scores[candidate] = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, (score - lowest) * factor));
		}
	},
};
