import type { JudgedRanking, Metric, QueryId } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { countHits, countRelevant } from '../metrics/relevant.ts';
import type { QueryScores, Summary } from './scores.ts';
import { scoreQuery, summarise } from './scoring.ts';
import { type JudgedRun, judgeRun } from './trec/judge-run.ts';

/** A TREC run scored by our rules: see {@link evaluateRun}. */
export interface Evaluation {
	readonly scores: readonly QueryScores[];
	readonly summary: Summary;
	/** Queries with relevant documents that the run does not answer: they score 0 and count. */
	readonly unanswered: number;
	/** Queries of the run that the qrels do not have: passed over. */
	readonly withoutQrels: number;
}

/** A TREC run scored as trec_eval scores it: see {@link evaluateAsTrecEval}. */
export interface TrecEvaluation {
	/** The tag on the last line of the run. */
	readonly runId: string;
	/** By query id in the order of its bytes. */
	readonly queries: readonly TrecQueryValues[];
	readonly total: TrecQueryValues;
}

export interface TrecQueryValues {
	/** `all` for the total. */
	readonly queryId: QueryId;
	readonly returned: number;
	readonly relevant: number;
	readonly relevantReturned: number;
	/** By metric. */
	readonly values: Float64Array;
}

/**
 * Scores a TREC run against TREC qrels, without a dataset, by the rules of our own runs: a query of the qrels that the
 * run does not answer scores 0 and counts; one without relevant documents is left out of every mean.
 */
export function evaluateRun(runPath: string, qrelsPath: string, metrics: readonly Metric[]): Evaluation {
	const run = judgeAgainst(runPath, qrelsPath);
	const scores: QueryScores[] = [];
	let unanswered = 0;
	for (const { queryId, answered, judged } of run.queries()) {
		const score = scoreQuery({ id: queryId, stratum: 'all' }, judged, metrics);
		if (!answered && score.metrics !== undefined) unanswered++;
		scores.push(score);
	}
	const names = metrics.map((metric) => metric.name);
	return { scores, summary: summarise(scores, names), unanswered, withoutQrels: run.withoutQrels };
}

/**
 * Scores a TREC run as trec_eval does: means are over the queries that both files have, those without relevant
 * documents included as 0. `complete` (its -c) is over all queries of the qrels. `level` (its -l) is the grade from
 * which a document is relevant in the counts; the metrics must have been parsed with it.
 */
export function evaluateAsTrecEval(
	runPath: string,
	qrelsPath: string,
	metrics: readonly Metric[],
	{ complete, level }: { readonly complete: boolean; readonly level: number },
): TrecEvaluation {
	const run = judgeAgainst(runPath, qrelsPath);
	const queries: TrecQueryValues[] = [];
	for (const { queryId, answered, judged } of run.queries())
		if (answered || complete) queries.push(valuesOf(queryId, judged, metrics, level));
	return { runId: run.tag, queries, total: totalOf(queries, metrics.length) };
}

function judgeAgainst(runPath: string, qrelsPath: string): JudgedRun {
	const run = judgeRun(runPath, qrelsPath);
	if (run.answered === 0)
		throw new BenchError('data', `no query of ${runPath} is in ${qrelsPath}`, {
			hint: 'The order is: bench eval <run.trec> <qrels>. Query ids are compared as text.',
		});
	return run;
}

function valuesOf(queryId: QueryId, judged: JudgedRanking, metrics: readonly Metric[], level: number): TrecQueryValues {
	return {
		queryId,
		returned: judged.grades.length,
		relevant: countRelevant(judged.ideal, level),
		relevantReturned: countHits(judged, Number.POSITIVE_INFINITY, level),
		values: Float64Array.from(metrics, (metric) => metric.score(judged)),
	};
}

function totalOf(queries: readonly TrecQueryValues[], metrics: number): TrecQueryValues {
	const sum = (of: (query: TrecQueryValues) => number): number =>
		queries.reduce((total, query) => total + of(query), 0);
	return {
		queryId: 'all',
		returned: sum((query) => query.returned),
		relevant: sum((query) => query.relevant),
		relevantReturned: sum((query) => query.relevantReturned),
		values: Float64Array.from(
			{ length: metrics },
			(_, i) => sum((query) => query.values[i] as number) / queries.length,
		),
	};
}
