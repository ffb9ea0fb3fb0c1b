import type { IndexedRanking, JsonObject, Leg, Options, RetrieverPlugin } from '../contract.ts';
import type { Pipeline } from '../fusion/pipeline.ts';
import type { RerankReach } from './rerank-reach.ts';
import type { ScoredRun } from './scored-run.ts';
import type { Timings } from './timings.ts';

/** A scored run with the system that it came from: what a run folder is written from. */
export interface RunRecord extends ScoredRun {
	readonly system: RecordedSystem;
	/** How many documents the system returned per query. */
	readonly depth: number;
	readonly seed: number;
	/** Fused systems only; each leg after the legs that seed it. */
	readonly legs: readonly RecordedLeg[];
	/** Fused systems only. */
	readonly pipeline: Pipeline | undefined;
	/** Systems with the stage `rerank` only. */
	readonly rerank?: RerankRecord;
	/** `facts()` of the system. */
	readonly facts: JsonObject;
	readonly timings: Timings;
}

export interface RerankRecord {
	/** What the scores depend on: provider, weights, window, server. */
	readonly scorer: string;
	readonly reach: RerankReach;
	/** By queryIndex: the candidates that a model scored, in its order; empty where the deadline passed. */
	readonly rankings: readonly IndexedRanking[];
}

export interface RecordedSystem {
	/** Its name in tables. */
	readonly name: string;
	/** The plugin, by which the system is opened again. */
	readonly plugin: Pick<RetrieverPlugin, 'name' | 'module' | 'codeHash' | 'cutsQuery'>;
	/** Resolved: every option of the plugin has a value. */
	readonly options: Options;
}

export interface RecordedLeg {
	readonly leg: Omit<Leg, 'open'>;
	/** By queryIndex. */
	readonly rankings: readonly IndexedRanking[];
	/** `facts()` of the leg. */
	readonly facts: JsonObject;
}
