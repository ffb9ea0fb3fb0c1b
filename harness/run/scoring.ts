import type { Doc, IndexedRanking, JudgedRanking, Metric, Qrels, Query } from '../contract.ts';
import { type JudgedQuery, judgedQuery, judgeRanking } from '../metrics/judged.ts';
import { countRelevant } from '../metrics/relevant.ts';
import { type CorpusOrder, corpusOrder } from '../ranking.ts';
import type { Means, QueryScores, Summary } from './scores.ts';

/** The corpus, queries and judgments that rankings are scored against. A dataset is one. */
export interface ScoringTask {
	readonly corpus: readonly Pick<Doc, 'id'>[];
	readonly queries: readonly Pick<Query, 'id' | 'stratum' | 'scope' | 'outsideOverall'>[];
	readonly qrels: Qrels;
}

/** The judgments of every query, by queryIndex: for scoring many rankings of the same queries. */
export function judgeQueries(
	{ corpus, queries, qrels }: ScoringTask,
	order: CorpusOrder = corpusOrder(corpus),
): JudgedQuery[] {
	return queries.map((query) => judgedQuery(qrels.get(query.id), order, query.id));
}

/**
 * Scores one ranking per query (`rankings` by queryIndex; an empty or absent one scores 0 and counts). A query
 * without any relevant document (grade >= 1) gets no metrics; one that lacks only documents of a metric's own level
 * (`rel=2`) lacks that metric.
 */
export function scoreRankings(
	task: ScoringTask,
	rankings: readonly (IndexedRanking | undefined)[],
	metrics: readonly Metric[],
): QueryScores[] {
	const judged = judgeQueries(task);
	return task.queries.map((query, queryIndex) => {
		const forQuery = judged[queryIndex] as JudgedQuery;
		return scoreQuery(query, judgeRanking(forQuery, rankings[queryIndex] ?? NOTHING), metrics);
	});
}

/** One query's line of scores. */
export function scoreQuery(
	query: Pick<Query, 'id' | 'stratum' | 'scope' | 'outsideOverall'>,
	judged: JudgedRanking,
	metrics: readonly Metric[],
): QueryScores {
	const relevant = countRelevant(judged.ideal, 1);
	const scorable = metrics.filter((metric) => countRelevant(judged.ideal, metric.rel) > 0);
	return {
		queryId: query.id,
		stratum: query.stratum,
		...(query.scope === undefined ? {} : { scope: query.scope }),
		...(query.outsideOverall === undefined ? {} : { outsideOverall: query.outsideOverall }),
		relevant,
		metrics:
			relevant === 0 ? undefined : Object.fromEntries(scorable.map((metric) => [metric.name, metric.score(judged)])),
	};
}

/**
 * Means over queries, overall and per stratum (in order of first appearance). Queries that can't be scored are left
 * out and counted. Strata outside overall have means of their own only, unless there are no others. Where no query can be scored on a metric, its mean is absent.
 */
export function summarise(scores: readonly QueryScores[], metricNames: readonly string[]): Summary {
	const strata = new Map<string, QueryScores[]>();
	for (const score of scores) {
		const stratum = strata.get(score.stratum);
		if (stratum === undefined) strata.set(score.stratum, [score]);
		else stratum.push(score);
	}
	return {
		overall: meansOf(insideOverall(scores), metricNames),
		strata: Object.fromEntries(
			[...strata].map(([name, members]) => [
				name,
				{
					...meansOf(members, metricNames),
					...(members[0]?.outsideOverall === undefined ? {} : { outside_overall: true }),
				},
			]),
		),
	};
}

/** The queries that are part of what is over all of them; all, where none is. */
export function insideOverall<T extends Pick<QueryScores, 'outsideOverall'>>(queries: readonly T[]): readonly T[] {
	const inside = queries.filter(({ outsideOverall }) => outsideOverall === undefined);
	return inside.length === 0 ? queries : inside;
}

function meansOf(scores: readonly QueryScores[], metricNames: readonly string[]): Means {
	const scored = scores.flatMap(({ metrics }) => (metrics === undefined ? [] : [metrics]));
	const means: [string, number][] = [];
	const fewer: [string, number][] = [];
	for (const name of metricNames) {
		let n = 0;
		let sum = 0;
		for (const metrics of scored) {
			const value = metrics[name];
			if (value === undefined) continue;
			n++;
			sum += value;
		}
		if (n > 0) means.push([name, sum / n]);
		if (n < scored.length) fewer.push([name, n]);
	}
	return {
		n: scored.length,
		unscored: scores.length - scored.length,
		metrics: Object.fromEntries(means),
		...(fewer.length > 0 ? { fewer: Object.fromEntries(fewer) } : {}),
	};
}

const NOTHING: IndexedRanking = { docs: new Int32Array(0), scores: new Float64Array(0) };
