import type { Pool } from '../contract.ts';
import { topCandidates } from '../ranking.ts';
import { type Pipeline, type PipelineStage, scorePool } from './pipeline.ts';
import { rerank } from './stages/rerank.ts';
import type { QueryFeatures } from './stages/stage.ts';

/** The stage `rerank` of a pipeline, with its options read; undefined where it has none. */
export interface RerankStage {
	/** 0-based place among the stages. */
	readonly place: number;
	readonly model: string;
	readonly top: number;
	/** 0: none. */
	readonly deadlineMs: number;
}

export function rerankStageOf({ stages }: Pipeline): RerankStage | undefined {
	const place = stages.findIndex(isRerank);
	if (place < 0) return undefined;
	const { model, top, deadline_ms: deadlineMs } = (stages[place] as PipelineStage).options;
	return { place, model: model as string, top: top as number, deadlineMs: deadlineMs as number };
}

/** The pipeline as it would be without its reranker. */
export function withoutRerank(pipeline: Pipeline): Pipeline {
	return { ...pipeline, stages: pipeline.stages.filter((entry) => !isRerank(entry)) };
}

/** DocIndices of the candidates that the stage puts in order, in the order before it. */
export function rerankHead(
	pipeline: Pipeline,
	{ place, top }: RerankStage,
	pool: Pool,
	features: QueryFeatures,
): Int32Array {
	const before = { ...pipeline, stages: pipeline.stages.slice(0, place) };
	const { pool: active, scores } = scorePool(before, pool, features);
	return topCandidates(scores, top).map((candidate) => active.docs[candidate] as number);
}

function isRerank({ stage }: PipelineStage): boolean {
	return stage.name === rerank.name;
}
