import type { QueryFeatures } from './stage.ts';

const newest = new WeakMap<Float64Array, number>();

/**
 * The query's "now": its `asked_at` or, where it has none, the date of the newest document of its scope, which is that of
 * the corpus where it has no scope; never the clock. Milliseconds since 1970; NaN where neither the query nor any document has a date. Whatever measures an age reads
 * it here. An order by recency (`sort`, the recency orders of postgres) needs none: newest first is the same at any
 * "now", and documents newer than the query are kept away by `--as-of`, before any of these.
 */
export function nowOf({ askedAt, scope, newestIn, createdAt }: QueryFeatures): number {
	if (askedAt !== undefined) return askedAt;
	if (scope !== undefined && newestIn !== undefined) return newestIn(scope);
	let latest = newest.get(createdAt);
	if (latest === undefined) {
		latest = createdAt.reduce((most, date) => (date > most || Number.isNaN(most) ? date : most), Number.NaN);
		newest.set(createdAt, latest);
	}
	return latest;
}
