import type { IndexedRanking, Query } from '../contract.ts';
import { scriptOf } from '../script-of.ts';

/** Queries of one script that got no document at all, and how many queries of that script there are. */
export interface FoundNothing {
	readonly queries: number;
	readonly of: number;
}

/**
 * How many queries found nothing, by script, scripts sorted; those without such a query are left out. A system whose
 * words are not those of a script loses there to any that finds something, and that says nothing of ranking.
 */
export function foundNothing(
	queries: readonly Pick<Query, 'text'>[],
	rankings: readonly (IndexedRanking | undefined)[],
): ReadonlyMap<string, FoundNothing> {
	const counts = new Map<string, { queries: number; of: number }>();
	for (const [queryIndex, { text }] of queries.entries()) {
		const script = scriptOf(text);
		const count = counts.get(script) ?? { queries: 0, of: 0 };
		count.of++;
		if ((rankings[queryIndex]?.docs.length ?? 0) === 0) count.queries++;
		counts.set(script, count);
	}
	return new Map([...counts].filter(([, count]) => count.queries > 0).sort(([x], [y]) => (x < y ? -1 : 1)));
}

/** In words; undefined where every query found something. */
export function foundNothingText(found: Readonly<Record<string, FoundNothing>> | undefined): string | undefined {
	const parts = Object.entries(found ?? {}).map(([script, { queries, of }]) => `${queries} of ${of} in ${script}`);
	return parts.length === 0 ? undefined : parts.join(', ');
}
