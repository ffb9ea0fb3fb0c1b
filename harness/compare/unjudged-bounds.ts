import type { IndexedRanking, Metric } from '../contract.ts';
import { condensedRanking } from '../labels/audit/condensed-ranking.ts';
import { relevantOnly } from '../labels/audit/relevant-only.ts';
import { parseMetric } from '../metrics/index.ts';
import { type JudgedQuery, judgeRanking } from '../metrics/judged.ts';
import { randomStream } from '../random.ts';
import { judgeQueries, type ScoringTask } from '../run/scoring.ts';
import type { AlignedQuery } from './align.ts';
import { columnsOf, type MetricColumns } from './columns.ts';
import type { ComparedRow, CompareOptions } from './comparison.ts';
import {
	drawnGrades,
	judgedGradesByRank,
	type PairedQuery,
	type PairScores,
	pairedQuery,
	scoresUnder,
	topOf,
	worstGrades,
} from './unjudged-grades.ts';
import { judgeUnder, type Rejudged, smallestTurn } from './unjudged-verdict.ts';
import type { Verdict } from './verdict.ts';

/** Draws of the grades that unjudged documents could have; the verdict must stand in {@link MOST} of them. */
export const IMPUTATIONS = 20;
const MOST = 0.95;
/**
 * Share of relevant ones among the judged documents of the top K from which their rate is no guide to the others: labels
 * of answers that someone knew, not of a pool that someone judged.
 */
const HARDLY_ANY_NOT_RELEVANT = 0.9;

/** The verdict of a row under other assumptions on the unjudged documents than that none is relevant. */
export interface UnjudgedReading {
	readonly metric: string;
	readonly stratum: string;
	readonly baseline: string;
	readonly challenger: string;
	/** The verdict as printed: an unjudged document counts as not relevant. */
	readonly verdict: Verdict;
	/** Mean share of each run's top K without a judgment; K is the metric's cutoff. */
	readonly shareBaseline: number;
	readonly shareChallenger: number;
	/** Only relevant documents have labels: how often the others are relevant is not known, not even at a rank. */
	readonly relevantOnly: boolean;
	/** Scored again from the rankings, unjudged documents not relevant. */
	readonly none: Rejudged;
	/** Relevant, with the highest grade in the labels, are exactly those that hurt one side most. */
	readonly againstChallenger: Rejudged;
	readonly againstBaseline: Rejudged;
	/**
	 * The share of the documents that would overturn it most which have to be relevant (picked at random) for the verdict to
	 * fall; undefined where it falls with none of them or stands with all. To 1/128.
	 */
	readonly turnsAt: number | undefined;
	/** On judged documents alone (condensed lists); undefined with relevantOnly. */
	readonly condensed: Rejudged | undefined;
	/** Share of the judged documents in the top K of either run that are relevant; NaN where none is judged. */
	readonly judgedRate: number;
	/** Relevant as often as judged documents at the same rank: share of the draws with the same verdict. Undefined where judgedRate is above .9, with relevantOnly above all. */
	readonly sameAtJudgedRate: number | undefined;
	/** Undefined where nothing is claimed (inconclusive). */
	readonly survives: Survival | undefined;
}

export interface Survival {
	readonly none: boolean;
	readonly allWorst: boolean;
	/** Undefined where `sameAtJudgedRate` is. */
	readonly atJudgedRate: boolean | undefined;
}

/** Two runs of a comparison with what they returned. */
export interface UnjudgedTask {
	/** The dataset they were scored against, with the queries that were run. */
	readonly task: ScoringTask;
	/** By label, by query of the task: what each run returned. */
	readonly rankings: ReadonlyMap<string, readonly IndexedRanking[]>;
	/** The queries of the comparison. */
	readonly aligned: readonly AlignedQuery[];
	/** All rows of the comparison: a row's verdict hangs on its family. */
	readonly rows: readonly ComparedRow[];
	readonly options: CompareOptions;
}

/**
 * The primary row of every pair of runs: does its verdict stand if the unjudged documents of the top K
 * are relevant to the disadvantage of who is ahead, if none is, or if they are as often as judged ones at their rank
 * (bounds of this kind: the residuals of Moffat & Zobel, TOIS 27, 2008; partial identification, Manski 2003)?
 * Queries without any relevant document stay left out. The same input and seed give the same reading.
 */
export function unjudgedReadings(task: UnjudgedTask): readonly UnjudgedReading[] {
	const judged = judgeQueries(task.task);
	const queryIndexOf = new Map(task.task.queries.map(({ id }, queryIndex) => [id, queryIndex]));
	return task.rows
		.filter(({ role, notATest }) => role === 'primary' && notATest === undefined)
		.map((row) => {
			const metric = parseMetric(row.metric);
			const column = columnsOf(metric.name, task.aligned);
			const ranked = (label: string, queryIndex: number): IndexedRanking =>
				task.rankings.get(label)?.[queryIndex] ?? NOTHING;
			const queries = column.queries.map(({ queryId }) => {
				const queryIndex = queryIndexOf.get(queryId) as number;
				const forQuery = judged[queryIndex] as JudgedQuery;
				return pairedQuery(metric, forQuery, ranked(row.baseline, queryIndex), ranked(row.challenger, queryIndex));
			});
			return reading(task, metric, row, column, queries);
		});
}

const NOTHING: IndexedRanking = { docs: new Int32Array(0), scores: new Float64Array(0) };

function reading(
	task: UnjudgedTask,
	metric: Metric,
	row: ComparedRow,
	column: MetricColumns,
	queries: readonly PairedQuery[],
): UnjudgedReading {
	const { options } = task;
	const blind = relevantOnly(task.task.qrels, metric.rel);
	const rows = column.strata.find(({ name }) => name === row.stratum)?.rows;
	const own = rows === undefined ? queries : rows.map((row) => queries[row] as PairedQuery);
	const byRank = judgedGradesByRank(metric, own);
	const highest = [...task.task.qrels.values()].reduce(
		(most, grades) => Math.max(most, ...grades.values()),
		metric.rel,
	);
	const plain = queries.map((query) => scoresUnder(metric, query, new Map()));
	const worst = (leader: keyof PairScores) =>
		queries.map((query) => ({ query, grades: worstGrades(metric, query, leader, highest) }));
	const [againstChallenger, againstBaseline] = [worst('challenger'), worst('baseline')];
	const scored = (cases: ReturnType<typeof worst>) =>
		cases.map(({ query, grades }) => scoresUnder(metric, query, grades));
	const stream = randomStream(options.seed, `unjudged/${metric.name}/${row.baseline}/${row.challenger}`);
	const found = byRank.flat();
	const judgedRate = found.filter((grade) => grade >= metric.rel).length / found.length;
	const rateKnown = !blind && judgedRate <= HARDLY_ANY_NOT_RELEVANT;
	const draws = !rateKnown
		? []
		: Array.from({ length: IMPUTATIONS }, () =>
				queries.map((query) => scoresUnder(metric, query, drawnGrades(query, byRank, stream))),
			);
	const judging = { column, row, rows: task.rows, options };
	const [none, down, up, alone, ...drawn] = judgeUnder(judging, [
		plain,
		scored(againstChallenger),
		scored(againstBaseline),
		queries.map((query) => condensedScores(metric, query)),
		...draws,
	]) as [Rejudged, Rejudged, Rejudged, Rejudged, ...Rejudged[]];
	const same = ({ verdict }: Rejudged): boolean => verdict === row.verdict;
	const sameAtJudgedRate = !rateKnown ? undefined : drawn.filter(same).length / IMPUTATIONS;
	const ahead = row.verdict === 'win' ? [down] : row.verdict === 'loss' ? [up] : [down, up];
	const claims = row.verdict !== 'inconclusive';
	const allWorst = ahead.every(same);
	const turning = same(down) ? againstBaseline : againstChallenger;
	return {
		metric: metric.name,
		stratum: row.stratum,
		baseline: row.baseline,
		challenger: row.challenger,
		verdict: row.verdict,
		shareBaseline: openShare(metric, own, 'baseline'),
		shareChallenger: openShare(metric, own, 'challenger'),
		relevantOnly: blind,
		none,
		againstChallenger: down,
		againstBaseline: up,
		turnsAt:
			claims && same(none) && !allWorst
				? smallestTurn(judging, (share) => {
						const picks = randomStream(options.seed, `unjudged/turn/${metric.name}/${row.baseline}/${row.challenger}`);
						return turning.map(({ query, grades }) =>
							scoresUnder(metric, query, new Map([...grades].filter(() => picks.next() < share))),
						);
					})
				: undefined,
		condensed: blind ? undefined : alone,
		judgedRate,
		sameAtJudgedRate,
		survives: claims
			? {
					none: same(none),
					allWorst,
					atJudgedRate: sameAtJudgedRate === undefined ? undefined : sameAtJudgedRate >= MOST,
				}
			: undefined,
	};
}

function condensedScores(metric: Metric, { judged, baseline, challenger }: PairedQuery): PairScores {
	const score = (ranking: IndexedRanking): number => metric.score(condensedRanking(judgeRanking(judged, ranking)));
	return { baseline: score(baseline), challenger: score(challenger) };
}

/** Mean over queries of the share of the top K that nobody judged; an empty list has none. */
function openShare(metric: Metric, queries: readonly PairedQuery[], run: 'baseline' | 'challenger'): number {
	const shares = queries.map((query) => {
		const top = topOf(query[run], metric);
		return top.length === 0 ? 0 : top.filter((doc) => !query.judged.gradeOf.has(doc)).length / top.length;
	});
	return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
