import type { IndexedRanking } from '../contract.ts';
import type { Summary } from './folder/run-folder.ts';

interface AnswerCounts {
	/** By query index. */
	readonly rankings: readonly IndexedRanking[];
	readonly failed?: number;
	readonly unknownIds?: number;
}

/**
 * The summary with what the means hide: queries for which nothing was returned, queries that failed, and ids that were
 * dropped. A count of 0 is left out.
 */
export function withAnswerCounts(summary: Summary, { rankings, failed = 0, unknownIds = 0 }: AnswerCounts): Summary {
	const unanswered = rankings.filter(({ docs }) => docs.length === 0).length - failed;
	return {
		...summary,
		...(unanswered > 0 ? { unanswered } : {}),
		...(failed > 0 ? { failed } : {}),
		...(unknownIds > 0 ? { unknown_ids: unknownIds } : {}),
	};
}
