import type { ScoredRun } from './scored-run.ts';

/**
 * The run, its summary with what the means hide: queries for which nothing was returned, queries that failed, and ids
 * that were dropped. A count of 0 is left out.
 */
export function withAnswerCounts(
	run: ScoredRun,
	{ failed = 0, unknownIds = 0 }: { readonly failed?: number; readonly unknownIds?: number } = {},
): ScoredRun {
	const unanswered = run.rankings.filter(({ docs }) => docs.length === 0).length - failed;
	const summary = {
		...run.summary,
		...(unanswered > 0 ? { unanswered } : {}),
		...(failed > 0 ? { failed } : {}),
		...(unknownIds > 0 ? { unknown_ids: unknownIds } : {}),
	};
	return { ...run, summary };
}
