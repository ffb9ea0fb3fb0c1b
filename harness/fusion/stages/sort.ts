import { option } from '../../options.ts';
import { topCandidates } from '../../ranking.ts';
import type { QueryFeatures, Stage } from './stage.ts';

type Key = (features: QueryFeatures, docIndex: number) => number;

const ORDERS = ['relevance', 'importance', 'recency'] as const;

/** The key that each order sorts by, highest first; undefined keeps the order by relevance. */
const orders: Readonly<Record<(typeof ORDERS)[number], Key | undefined>> = {
	relevance: undefined,
	importance: (features, docIndex) => features.importance[docIndex] as number,
	recency: (features, docIndex) => features.createdAt[docIndex] as number,
};

const options = {
	by: option.choice('relevance', ORDERS, 'what the candidates are sorted by, highest or newest first'),
};

/**
 * Sorts the candidates that are still in: by `relevance` (changes nothing), `importance`, or `recency` (newest first,
 * undated last). Equal ones keep their order by relevance. Under the last two relevance only decides who is a
 * candidate; put `limit` before it to sort the best n. Scores become the number of candidates from a rank to the end.
 */
export const sort: Stage<typeof options> = {
	name: 'sort',
	summary: 'order by relevance, importance or recency',
	options,
	apply(pool, scores, features, { by }) {
		const key = orders[by];
		if (key === undefined) return;
		const keyOf = (candidate: number): number => {
			const value = key(features, pool.docs[candidate] as number);
			return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
		};
		const byRelevance = topCandidates(scores, scores.length);
		const sorted = Array.from(byRelevance, (candidate, rank) => ({ candidate, rank, value: keyOf(candidate) }));
		sorted.sort((x, y) => (x.value === y.value ? x.rank - y.rank : x.value > y.value ? -1 : 1));
		sorted.forEach(({ candidate }, rank) => {
			scores[candidate] = sorted.length - rank;
		});
	},
};
