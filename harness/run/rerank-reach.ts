import type { IndexedRanking, Metric } from '../contract.ts';
import { type KeptLegs, rankingsOf } from '../fusion/kept-legs.ts';
import type { PairScore } from '../fusion/pair-scores.ts';
import { fuse, type Pipeline, pipelinePool } from '../fusion/pipeline.ts';
import { rerankHead, rerankStageOf, withoutRerank } from '../fusion/rerank-head.ts';
import { isPastDeadline } from '../fusion/stages/rerank.ts';
import type { QueryFeatures } from '../fusion/stages/stage.ts';
import { latencyStats } from './latency.ts';
import { scoreRankings, summarise } from './scoring.ts';
import type { LatencyStats } from './timings.ts';

/** What the reranker of a system could reach, what it reached, and what it cost. */
export interface RerankReach {
	readonly model: string;
	readonly top: number;
	/** 0: none. */
	readonly deadlineMs: number;
	readonly queries: number;
	/** Indices of the queries whose scores took longer than the deadline: the order before stands. */
	readonly pastQueries: ReadonlySet<number>;
	/** Pairs of query and document that were scored, or were to be when the deadline passed. */
	readonly pairs: number;
	/** Of them, those that were cut to the model's window. */
	readonly cutPairs: number;
	/** Candidates that no model may see, and that keep their rank. */
	readonly unseen: number;
	/** Queries whose ranking is another with the stage than without it. */
	readonly changedQueries: number;
	/** Mean share of the relevant documents among the candidates that it puts in order: recall@top of what it is given. */
	readonly headRecall: number;
	/** Mean of every metric: without the stage, with it, and had it ordered its candidates by their grades. */
	readonly metrics: readonly ReachedMetric[];
	/** Milliseconds that the scores of a query took when they were scored; of the queries within the deadline. */
	readonly cost: LatencyStats;
	/** The same of all queries whose pairs were all scored, whether or not that met the deadline. */
	readonly allCosts: LatencyStats;
}

export interface ReachedMetric {
	readonly name: string;
	readonly without: number;
	readonly with: number;
	/** The same pipeline with a reranker that knows the grades; unjudged documents count as not relevant. */
	readonly perfect: number;
}

/**
 * Measures the reranker of a system whose legs are kept, at the depth that it returns. Undefined for a pipeline that has
 * none.
 */
export function rerankReach(kept: KeptLegs, metrics: readonly Metric[], depth: number): RerankReach | undefined {
	const stage = rerankStageOf(kept.pipeline);
	if (stage === undefined) return undefined;
	const found = kept.queries.map(({ id }, queryIndex) => {
		const features = kept.features(queryIndex);
		const rankings = rankingsOf(kept, queryIndex);
		const head = rerankHead(kept.pipeline, stage, pipelinePool(kept.pipeline, rankings), features);
		const pairs = [...head].flatMap((doc) => features.pairScores?.of(doc) ?? []);
		const grades = kept.qrels.get(id) ?? new Map<string, number>();
		const perfect = (doc: number): PairScore | undefined =>
			features.pairScores?.of(doc) && { score: grades.get(kept.corpus[doc]?.id ?? '') ?? 0, milliseconds: 0 };
		const ranked = (pipeline: Pipeline, with_: QueryFeatures): IndexedRanking => fuse(pipeline, rankings, with_, depth);
		return {
			head,
			pairs,
			past: isPastDeadline(pairs, stage.deadlineMs),
			without: ranked(withoutRerank(kept.pipeline), features),
			with: ranked(kept.pipeline, features),
			perfect: ranked(kept.pipeline, { ...features, pairScores: { model: stage.model, of: perfect } }),
		};
	});
	const means = (rankings: readonly IndexedRanking[]): Readonly<Record<string, number>> =>
		summarise(
			scoreRankings(kept, rankings, metrics),
			metrics.map(({ name }) => name),
		).overall.metrics;
	const [without, withIt, perfect] = (['without', 'with', 'perfect'] as const).map((which) =>
		means(found.map((query) => query[which])),
	) as [Record<string, number>, Record<string, number>, Record<string, number>];
	const pairs = found.flatMap((query) => query.pairs);
	return {
		model: stage.model,
		top: stage.top,
		deadlineMs: stage.deadlineMs,
		queries: found.length,
		pastQueries: new Set([...found.keys()].filter((queryIndex) => found[queryIndex]?.past)),
		pairs: pairs.length,
		cutPairs: pairs.filter(({ cut }) => cut === true).length,
		unseen: found.reduce((sum, query) => sum + query.head.length - query.pairs.length, 0),
		changedQueries: found.filter((query) => differ(query.without.docs, query.with.docs)).length,
		headRecall: headRecall(
			kept,
			found.map(({ head }) => head),
		),
		metrics: metrics.map(({ name }) => ({
			name,
			without: without[name] ?? 0,
			with: withIt[name] ?? 0,
			perfect: perfect[name] ?? 0,
		})),
		cost: latencyStats(found.filter(({ past }) => !past).flatMap(costOf)),
		allCosts: latencyStats(found.flatMap(costOf)),
	};
}

/** What the pairs of a query cost; nothing where there are none, or the deadline left some unscored. */
function costOf({ pairs }: { readonly pairs: readonly PairScore[] }): readonly number[] {
	const sum = pairs.reduce((total, { milliseconds }) => total + milliseconds, 0);
	return pairs.length === 0 || !Number.isFinite(sum) ? [] : [sum];
}

/** Over the queries that have a relevant document. */
function headRecall({ queries, qrels, corpus }: KeptLegs, heads: readonly Int32Array[]): number {
	const recalls = queries.flatMap(({ id }, queryIndex) => {
		const grades = [...(qrels.get(id) ?? [])].filter(([, grade]) => grade >= 1);
		if (grades.length === 0) return [];
		const inHead = new Set(Array.from(heads[queryIndex] ?? [], (doc) => corpus[doc]?.id));
		return [grades.filter(([docId]) => inHead.has(docId)).length / grades.length];
	});
	return recalls.length === 0 ? 0 : recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
}

function differ(one: Int32Array, other: Int32Array): boolean {
	return one.length !== other.length || one.some((doc, rank) => doc !== other[rank]);
}
