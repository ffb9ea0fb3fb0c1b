import { BenchError } from '../../errors.ts';
import { topCandidates } from '../../ranking.ts';
import type { QueryFeatures, Stage } from './stage.ts';

type Key = (features: QueryFeatures, place: number) => number;

/** What each order sorts by, highest first; undefined keeps the order by relevance. */
const orders: Readonly<Record<string, Key | undefined>> = {
	relevance: undefined,
	importance: (features, place) => features.importance[place] as number,
	recency: (features, place) => features.createdAt[place] as number,
};

/**
 * Sorts the candidates that are still in: by `relevance` (changes nothing), `importance`, or `recency` (newest first,
 * undated last). Equal ones keep their order by relevance. Under the last two relevance only decides who is a
 * candidate; put `limit` before it to sort the best n. Scores become the number of candidates from a place to the end.
 */
export const sort: Stage<{ by: string }> = {
	name: 'sort',
	summary: 'order by relevance, importance or recency',
	defaults: { by: 'relevance' },
	help: { by: 'relevance, importance or recency' },
	apply(pool, scores, features, { by }) {
		if (!Object.hasOwn(orders, by))
			throw new BenchError('usage', `sort: option by takes ${Object.keys(orders).join(', ')}, not "${by}"`);
		const key = orders[by];
		if (key === undefined) return;
		const keyOf = (candidate: number): number => {
			const value = key(features, pool.docs[candidate] as number);
			return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
		};
		const byRelevance = topCandidates(scores, scores.length);
		const places = Array.from(byRelevance, (candidate, place) => ({ candidate, place, value: keyOf(candidate) }));
		places.sort((x, y) => (x.value === y.value ? x.place - y.place : x.value > y.value ? -1 : 1));
		places.forEach(({ candidate }, place) => {
			scores[candidate] = places.length - place;
		});
	},
};
