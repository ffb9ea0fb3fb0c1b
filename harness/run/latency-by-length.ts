import type { Query } from '../contract.ts';
import { words } from '../datasets/lexical-overlap.ts';
import { latencyStats } from './latency.ts';
import type { StageTimes } from './stage-clock.ts';
import type { LengthLatency } from './timings.ts';

/** The most words of a query in each group but the last, which has no most. */
const LIMITS = [8, 32, 128] as const;

/**
 * Latency of the whole retrieval by the number of words in the query: up to 8, 9-32, 33-128, over 128. Words are runs of
 * letters and digits, as `bench data stats` counts them, so that an unspaced sentence is one word. Groups without a query
 * are left out, and so are queries that failed.
 *
 * @param times by queryIndex
 */
export function latencyByLength(
	queries: readonly Pick<Query, 'text'>[],
	times: readonly StageTimes[],
): readonly LengthLatency[] {
	const groups: number[][] = [[], ...LIMITS.map(() => [])];
	for (const [queryIndex, { text }] of queries.entries()) {
		const total = times[queryIndex]?.get('total');
		if (total === undefined) continue;
		const length = words(text).length;
		const group = LIMITS.findIndex((most) => length <= most);
		groups.at(group)?.push(total);
	}
	return groups.flatMap((milliseconds, group): readonly LengthLatency[] => {
		if (milliseconds.length === 0) return [];
		const toWords = LIMITS[group];
		const fromWords = group === 0 ? 0 : (LIMITS[group - 1] as number) + 1;
		return [{ fromWords, ...(toWords === undefined ? {} : { toWords }), ...latencyStats(milliseconds) }];
	});
}
