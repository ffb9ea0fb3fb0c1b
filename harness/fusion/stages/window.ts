import { option } from '../../options.ts';
import { nowOf } from './now.ts';
import type { Stage } from './stage.ts';

const DAY_MS = 86_400_000;

const options = {
	days: option.number(90, { above: 0, help: 'what is older than this, counted back from "now", is taken out' }),
	undated: option.choice('keep', ['keep', 'drop'], 'what becomes of documents without a date'),
};

/**
 * Time window: takes out the candidates dated `days` or more before the query's "now" ({@link nowOf}). Documents dated
 * after "now" stay: the window has one end.
 */
export const window: Stage<typeof options> = {
	name: 'window',
	summary: 'keep the candidates younger than `days`, before asked_at or the newest document',
	options,
	readsQuery: () => true,
	outside: 'no document is outside it',
	apply(pool, scores, features, { days, undated }) {
		const oldest = nowOf(features) - days * DAY_MS;
		for (let candidate = 0; candidate < scores.length; candidate++) {
			const date = features.createdAt[pool.docs[candidate] as number] as number;
			if (Number.isNaN(date) ? undated === 'drop' : date <= oldest) scores[candidate] = Number.NEGATIVE_INFINITY;
		}
	},
};
