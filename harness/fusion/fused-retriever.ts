import type { Leg, Retriever } from '../contract.ts';
import type { PairScorer } from './pair-scores.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * A system made of legs: the harness retrieves the legs itself (seeds first), keeps their rankings, and fuses them
 * through the pipeline. `retrieve()` does the same for one query.
 */
export interface FusedRetriever extends Retriever {
	/** Ordered so that every leg comes after the legs that seed it. */
	readonly legs: readonly Leg[];
	readonly pipeline: Pipeline;
	/** Opens the model of the stage `rerank`; absent where the pipeline has none. Later calls return the same. */
	readonly openScorer?: () => Promise<PairScorer>;
}

export function isFused(retriever: Retriever): retriever is FusedRetriever {
	return 'legs' in retriever && 'pipeline' in retriever;
}
