import type { Dataset, IndexedRanking, JsonObject, Metric, Query, QueryId } from '../../contract.ts';
import { jaccard, overlapText, wordSet } from '../../datasets/lexical-overlap.ts';
import { BenchError } from '../../errors.ts';
import { gradesOf, type JudgedQuery } from '../../metrics/judged.ts';
import { corpusOrder } from '../../ranking.ts';
import { judgeQueries } from '../../run/scoring.ts';
import { relevantOnly } from './relevant-only.ts';

/** A system's rankings, by queryIndex. */
export interface AuditedRun {
	readonly label: string;
	readonly rankings: readonly IndexedRanking[];
}

export interface DataAuditTask {
	readonly dataset: Dataset;
	/** The `_` keys of the queries' lines. */
	readonly provenance: ReadonlyMap<QueryId, JsonObject>;
	/** The first one is the baseline of the comparison at hand. */
	readonly runs: readonly AuditedRun[];
	/** The k of the top k that is looked at. */
	readonly cutoff: number;
	/** How deep a pool is imagined to have gone. */
	readonly poolDepth: number;
	/** The first one is the headline: what "right", "wrong" and the order of systems mean. */
	readonly metrics: readonly Metric[];
}

/** One query that can be scored, with everything that the checks ask about it. */
export interface AuditedQuery {
	readonly query: Query;
	readonly judged: JudgedQuery;
	/** DocIndices of its relevant documents. */
	readonly relevant: ReadonlySet<number>;
	/** By run: its whole ranking, and the grade at each rank (-1 unjudged). */
	readonly rankings: readonly IndexedRanking[];
	readonly grades: readonly Int8Array[];
	/** The relevant document that shares most with the query: its Jaccard, and the share of the query's words it has. */
	readonly overlap: { readonly jaccard: number; readonly contained: number };
}

/** The dataset and the runs as the checks see them; made once. */
export interface DataAuditContext {
	readonly task: DataAuditTask;
	readonly labels: readonly string[];
	readonly headline: Metric;
	/** The grade from which a document is relevant, as the metrics have it. */
	readonly rel: number;
	readonly queries: readonly AuditedQuery[];
	/** Queries without a relevant document. */
	readonly unscorable: number;
	/** Strata in order of first appearance. */
	readonly strata: ReadonlyMap<string, readonly AuditedQuery[]>;
	/**
	 * Nothing is judged not relevant: a document without a label was either never looked at or looked at and left out,
	 * and the labels can't tell which.
	 */
	readonly relevantOnly: boolean;
	/** The word for a document without a grade: `unjudged`, or `unlabelled` where only relevant ones have labels. */
	readonly unjudged: 'unjudged' | 'unlabelled';
}

export function dataAuditContext(task: DataAuditTask): DataAuditContext {
	const { dataset, runs, metrics } = task;
	const rel = levelOf(metrics);
	const order = corpusOrder(dataset.corpus);
	const judged = judgeQueries(dataset, order);
	const docWords = new Map<number, ReadonlySet<string>>();
	const wordsOf = (queryIndex: number): ReadonlySet<string> => {
		const known = docWords.get(queryIndex);
		if (known !== undefined) return known;
		const doc = dataset.corpus[queryIndex];
		const found = doc === undefined ? new Set<string>() : wordSet(overlapText(doc));
		docWords.set(queryIndex, found);
		return found;
	};
	const queries = dataset.queries.flatMap((query, queryIndex): AuditedQuery[] => {
		const forQuery = judged[queryIndex] as JudgedQuery;
		const relevant = new Set([...forQuery.gradeOf].filter(([, grade]) => grade >= rel).map(([doc]) => doc));
		if (relevant.size === 0) return [];
		const rankings = runs.map((run) => run.rankings[queryIndex] ?? NOTHING);
		const asked = wordSet(query.text);
		const overlaps = [...relevant].map((doc) => ({
			jaccard: jaccard(asked, wordsOf(doc)),
			contained: asked.size === 0 ? 0 : [...asked].filter((word) => wordsOf(doc).has(word)).length / asked.size,
		}));
		return [
			{
				query,
				judged: forQuery,
				relevant,
				rankings,
				grades: rankings.map(({ docs }) => gradesOf(forQuery, docs)),
				overlap: {
					jaccard: Math.max(...overlaps.map((overlap) => overlap.jaccard)),
					contained: Math.max(...overlaps.map((overlap) => overlap.contained)),
				},
			},
		];
	});
	if (queries.length === 0) throw new BenchError('data', 'no query has a relevant document: there is nothing to audit');
	const strata = new Map<string, AuditedQuery[]>();
	for (const entry of queries) strata.set(entry.query.stratum, [...(strata.get(entry.query.stratum) ?? []), entry]);
	const onlyRelevant = relevantOnly(dataset.qrels, rel);
	return {
		task,
		labels: runs.map(({ label }) => label),
		headline: metrics[0] as Metric,
		rel,
		queries,
		unscorable: dataset.queries.length - queries.length,
		strata,
		relevantOnly: onlyRelevant,
		unjudged: onlyRelevant ? 'unlabelled' : 'unjudged',
	};
}

/** One level for all: "relevant" means one thing in a report. */
function levelOf(metrics: readonly Metric[]): number {
	const [first = 1, ...others] = new Set(metrics.map(({ rel }) => rel));
	if (others.length > 0)
		throw new BenchError('usage', 'the metrics count documents as relevant from different grades', {
			hint: 'Name metrics of one level: nDCG@10 and recall@10, or recall(rel=2)@10 and MRR(rel=2).',
		});
	return first;
}

const NOTHING: IndexedRanking = { docs: new Int32Array(0), scores: new Float64Array(0) };

/** The mean of a value over queries; NaN over none. */
export function meanOver<T>(items: readonly T[], value: (item: T) => number): number {
	return items.reduce((sum, item) => sum + value(item), 0) / items.length;
}

/** Each system's mean, by run. */
export function systemMeans(
	{ labels, queries }: Pick<DataAuditContext, 'labels' | 'queries'>,
	score: (query: AuditedQuery, run: number) => number,
): readonly number[] {
	return labels.map((_, run) => meanOver(queries, (query) => score(query, run)));
}

/** Plain score of a run on a query. */
export function scoreOf(metric: Metric, { grades, judged }: AuditedQuery, run: number): number {
	return metric.score({ grades: grades[run] as Int8Array, ideal: judged.ideal });
}
