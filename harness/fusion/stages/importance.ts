import { option } from '../../options.ts';
import type { Stage } from './stage.ts';

const options = {
	base: option.number(0.7, { help: 'factor of a document of importance 0' }),
	slope: option.number(0.3, { help: 'what importance 1 adds to the factor' }),
};

/**
 * Importance prior: score x (base + slope x importance), by default 0.7 + 0.3 x importance.
 *
 * The factor rewards only where scores are not negative. Where a fusion gave negative ones, the pool is first shifted
 * so that its lowest score is 0. A corpus in which every document has the same importance keeps its order.
 */
export const importance: Stage<typeof options> = {
	name: 'importance',
	summary: 'prior: score x (base + slope x importance)',
	options,
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
