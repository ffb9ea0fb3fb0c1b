import type { Fusion, IndexedRanking, Options, Pool } from '../contract.ts';
import { topCandidates } from '../ranking.ts';
import { buildPool, restrictPool } from './pool.ts';
import type { QueryFeatures, Stage } from './stages/stage.ts';

/** A leg as the pipeline sees it: no retriever, only what counts of its ranking and how much. */
export interface PipelineLeg {
	readonly name: string;
	/** >= 0; a leg of weight 0 is the same as no leg, byte for byte. */
	readonly weight: number;
	readonly depth: number;
	/** Legs whose documents this one may not repeat. */
	readonly exclude: readonly string[];
}

/** A post-fusion stage with its options. Stages run in the order they are listed. */
export interface PipelineStage {
	readonly stage: Stage;
	readonly options: Options;
}

/** Everything between the legs' rankings and the fused ranking: immutable, so a variation is a spread. */
export interface Pipeline {
	readonly legs: readonly PipelineLeg[];
	readonly fusion: Fusion;
	readonly fusionOptions: Options;
	readonly stages: readonly PipelineStage[];
}

/**
 * A query's pool before weights: every leg of positive weight, cut to depth, exclusions done. A leg of weight 0 is not
 * there, so it excludes nothing either.
 */
export function pipelinePool(pipeline: Pipeline, rankings: ReadonlyMap<string, IndexedRanking>): Pool {
	return buildPool(
		pipeline.legs
			.filter((leg) => leg.weight > 0)
			.map((leg) => ({
				name: leg.name,
				ranking: rankings.get(leg.name) ?? EMPTY,
				depth: leg.depth,
				exclude: leg.exclude,
			})),
	);
}

/** Fuses one query: the only path from leg rankings to a fused ranking, for runs, ablations, sweeps and the audit. */
export function fuse(
	pipeline: Pipeline,
	rankings: ReadonlyMap<string, IndexedRanking>,
	features: QueryFeatures,
	depth: number,
): IndexedRanking {
	const { pool, scores } = scorePool(pipeline, pipelinePool(pipeline, rankings), features);
	const top = topCandidates(scores, depth);
	return {
		docs: Int32Array.from(top, (candidate) => pool.docs[candidate] as number),
		scores: Float64Array.from(top, (candidate) => scores[candidate] as number),
	};
}

/**
 * The final score of every candidate, after fusion and stages; -Infinity where a stage took the candidate out. `pool`
 * must come from {@link pipelinePool} of a pipeline with the same depths and exclusions; weights, fusion and stages
 * may differ. Legs of the pool that have no weight here are dropped from the pool that comes back; what they had
 * excluded stays excluded.
 */
export function scorePool(
	pipeline: Pipeline,
	pool: Pool,
	features: QueryFeatures,
): { readonly pool: Pool; readonly scores: Float64Array } {
	const weightOf = new Map(pipeline.legs.filter((leg) => leg.weight > 0).map((leg) => [leg.name, leg.weight]));
	const active = restrictPool(pool, new Set(weightOf.keys()));
	const weights = Float64Array.from(active.legs, (leg) => weightOf.get(leg.name) as number);
	const scores = new Float64Array(active.docs.length);
	pipeline.fusion.score(active, weights, pipeline.fusionOptions, scores);
	for (const { stage, options } of pipeline.stages) stage.apply(active, scores, features, options);
	return { pool: active, scores };
}

const EMPTY: IndexedRanking = { docs: new Int32Array(0), scores: new Float64Array(0) };
