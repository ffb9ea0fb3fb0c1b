import type { Doc, IndexedRanking, Query } from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import { type PairScore, type PairScorer, pairScoresOf, scoresByDoc } from '../fusion/pair-scores.ts';
import { type Pipeline, pipelinePool } from '../fusion/pipeline.ts';
import { type RerankStage, rerankHead, rerankStageOf } from '../fusion/rerank-head.ts';
import { isPastDeadline } from '../fusion/stages/rerank.ts';
import type { QueryFeatures } from '../fusion/stages/stage.ts';
import type { StageClock } from './stage-clock.ts';

/** What the stage `rerank` knew of one query. */
export interface RerankedQuery {
	/** By docIndex: of the candidates that it put in order, those that a model may see. */
	readonly scores: ReadonlyMap<number, PairScore>;
	/** How many of the scores were computed now; the others came from the cache. */
	readonly computed: number;
}

/** A pipeline whose reranker is open. */
export interface OpenRerank {
	readonly pipeline: Pipeline;
	readonly stage: RerankStage;
	readonly scorer: PairScorer;
	readonly corpus: readonly Doc[];
}

/** Opens the reranker of a fused system; undefined where it has none. The caller closes it. */
export async function openRerank(
	fused: Pick<FusedRetriever, 'pipeline' | 'openScorer'>,
	corpus: readonly Doc[],
): Promise<OpenRerank | undefined> {
	const stage = rerankStageOf(fused.pipeline);
	if (stage === undefined) return undefined;
	if (fused.openScorer === undefined)
		throw new BenchError('plugin', 'the system has the stage rerank, and no model for it', {
			hint: 'A fused retriever of your own gives its model by `openScorer`.',
		});
	return { pipeline: fused.pipeline, stage, scorer: await fused.openScorer(), corpus };
}

/**
 * Scores the candidates that the stage puts in order, and books the time: as `rerank` where every pair was scored now, as
 * `rerank (past deadline)` where that took too long, and as `rerank (cached)` where a score came from the cache, which
 * measures nothing.
 */
export async function rerankQuery(
	{ pipeline, stage, scorer, corpus }: OpenRerank,
	query: Query,
	rankings: ReadonlyMap<string, IndexedRanking>,
	features: QueryFeatures,
	clock: StageClock,
): Promise<RerankedQuery> {
	const head = rerankHead(pipeline, stage, pipelinePool(pipeline, rankings), features);
	const started = performance.now();
	const docs = Array.from(head, (docIndex) => corpus[docIndex] as Doc);
	const scored = await scorer.score(query, docs, stage.deadlineMs);
	const scores = scoresByDoc(head, scored);
	const pairs = [...scores.values()];
	if (pairs.length > 0)
		clock.times.set(
			scored.computed < pairs.filter(({ score }) => !Number.isNaN(score)).length
				? 'rerank (cached)'
				: isPastDeadline(pairs, stage.deadlineMs)
					? 'rerank (past deadline)'
					: 'rerank',
			performance.now() - started,
		);
	return { scores, computed: scored.computed };
}

/** The features of a query with the scores of its reranker. */
export function withPairScores(features: QueryFeatures, model: string, { scores }: RerankedQuery): QueryFeatures {
	return { ...features, pairScores: pairScoresOf(model, scores) };
}
