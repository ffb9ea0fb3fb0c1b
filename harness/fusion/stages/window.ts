import { option } from '../../options.ts';
import type { QueryFeatures, Stage } from './stage.ts';

const DAY_MS = 86_400_000;

const options = {
	days: option.number(90, { above: 0, help: 'what is older than this, counted back from "now", is taken out' }),
	undated: option.choice('keep', ['keep', 'drop'], 'what becomes of documents without a date'),
};

/**
 * Time window: takes out the candidates dated `days` or more before "now", which is the query's `asked_at` or, where it
 * has none, the date of the newest document of the corpus. Documents dated after "now" stay: the window has one end.
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

const newest = new WeakMap<Float64Array, number>();

/** Milliseconds since 1970; NaN where neither the query nor any document has a date. */
function nowOf({ askedAt, createdAt }: QueryFeatures): number {
	if (askedAt !== undefined) return askedAt;
	let latest = newest.get(createdAt);
	if (latest === undefined) {
		latest = createdAt.reduce((most, date) => (date > most || Number.isNaN(most) ? date : most), Number.NaN);
		newest.set(createdAt, latest);
	}
	return latest;
}
