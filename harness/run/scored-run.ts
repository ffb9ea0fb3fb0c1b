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

/** Scores rankings (by queryIndex) and takes their means. */
export function scoreRun(dataset: Dataset, rankings: readonly IndexedRanking[], metrics: readonly Metric[]): ScoredRun {
	const scores = scoreRankings(dataset, rankings, metrics);
	const names = metrics.map(({ name }) => name);
	return { dataset, metrics, rankings, scores, summary: summarise(scores, names) };
}
