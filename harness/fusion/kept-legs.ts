import type { Doc, IndexedRanking, JsonObject, Qrels, Query } from '../contract.ts';
import type { Pipeline } from './pipeline.ts';
import type { QueryFeatures } from './stages/stage.ts';

/** One leg's rankings over all queries, retrieved once. */
export interface KeptLeg {
	readonly name: string;
	readonly depth: number;
	readonly seededBy: readonly string[];
	/** By queryIndex (0-based, as in {@link KeptLegs.queries}). */
	readonly rankings: readonly IndexedRanking[];
	/** By queryIndex: docIndices of the documents the leg started from, where it said so. */
	readonly seeds: readonly (Int32Array | undefined)[];
	readonly facts: JsonObject;
	/** DocIndices of documents that its index knows nothing of; absent where the retriever did not say. */
	readonly unknown?: Int32Array;
	/** By queryIndex: milliseconds of the leg's own stage when it was retrieved; absent where nothing was timed. */
	readonly milliseconds?: Float64Array;
}

/**
 * A fused system after retrieval: every ablation, sweep, audit and bootstrap from here on is arithmetic, and needs no
 * retriever.
 */
export interface KeptLegs {
	readonly corpus: readonly Doc[];
	readonly queries: readonly Query[];
	readonly qrels: Qrels;
	readonly legs: readonly KeptLeg[];
	readonly pipeline: Pipeline;
	/** By queryIndex. */
	features(queryIndex: number): QueryFeatures;
}

/** The legs' rankings of one query, as the pipeline takes them. */
export function rankingsOf(kept: KeptLegs, queryIndex: number): ReadonlyMap<string, IndexedRanking> {
	return new Map(kept.legs.map((leg) => [leg.name, leg.rankings[queryIndex] as IndexedRanking]));
}
