import type { Dataset, IndexedRanking, Metric } from '../contract.ts';
import type { QueryScores, Summary } from './scores.ts';
import { scoreRankings, summarise } from './scoring.ts';

/** The rankings of a dataset's queries and their scores: all that comparing systems takes. */
export interface ScoredRun {
	readonly dataset: Dataset;
	readonly metrics: readonly Metric[];
	/** By queryIndex. */
	readonly rankings: readonly IndexedRanking[];
	/** By queryIndex. */
	readonly scores: readonly QueryScores[];
	readonly summary: Summary;
}

/** The failures while a system was asked; absent where there were none. */
export interface AnswerFaults {
	/** Queries that failed: they have an empty ranking, and are not among the unanswered. */
	readonly failed?: number;
	/** Returned ids that the corpus does not have, and that were dropped. */
	readonly unknownIds?: number;
}

/**
 * Scores rankings (by queryIndex) and takes their means. The summary counts what the means hide: queries for which
 * nothing was returned, queries that failed, and ids that were dropped. A count of 0 is left out.
 */
export function scoreRun(
	dataset: Dataset,
	rankings: readonly IndexedRanking[],
	metrics: readonly Metric[],
	{ failed = 0, unknownIds = 0 }: AnswerFaults = {},
): ScoredRun {
	const scores = scoreRankings(dataset, rankings, metrics);
	const names = metrics.map(({ name }) => name);
	const unanswered = rankings.filter(({ docs }) => docs.length === 0).length - failed;
	const summary = {
		...summarise(scores, names),
		...(unanswered > 0 ? { unanswered } : {}),
		...(failed > 0 ? { failed } : {}),
		...(unknownIds > 0 ? { unknown_ids: unknownIds } : {}),
	};
	return { dataset, metrics, rankings, scores, summary };
}
