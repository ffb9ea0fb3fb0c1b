import type { Machine } from '../files/machine.ts';

/** Latency of one stage over the queries that passed it. Milliseconds, except `n`. */
export interface LatencyStats {
	/** Number of queries. */
	readonly n: number;
	readonly p50: number;
	readonly p95: number;
	readonly p99: number;
	readonly mean: number;
	readonly max: number;
}

/** Latency of the whole retrieval (the stage `total`) over the queries of one length. */
export interface LengthLatency extends LatencyStats {
	/** The least and the most words of these queries; without `toWords` there is no most. */
	readonly fromWords: number;
	readonly toWords?: number;
}

/** The time and space that a run took: timings.json, the only file that differs when a run is repeated. */
export interface Timings {
	/** Latency per query by stage; `total` is the whole retrieval of one query. */
	readonly latency: Readonly<Record<string, LatencyStats>>;
	/** By words per query, the shortest first; absent where nothing was timed, and in folders of earlier versions. */
	readonly latencyByLength?: readonly LengthLatency[];
	readonly indexSeconds: number;
	readonly indexBytes: number;
	/** Queries asked at once; absent: one after the other. */
	readonly concurrency?: number;
	/** All queries over all time, where they were asked at once. */
	readonly queriesPerSecond?: number;
	/** Queries that an interrupted run had retrieved before; their latencies are of then. */
	readonly resumedQueries?: number;
	/** What the stage `rerank` cost; absent where the system has none. */
	readonly rerank?: RerankTimings;
	/** The machine they were measured on; absent where nothing was timed, and in folders of earlier versions. */
	readonly machine?: Machine;
}

/** What the scores of a reranker cost when they were computed, which for those from the cache was in an earlier run. */
export interface RerankTimings {
	/** Milliseconds per query, of the queries within the deadline. */
	readonly perQuery: LatencyStats;
	readonly pairs: number;
	/** Of them, those that came from the cache. */
	readonly cachedPairs: number;
}

/** The timings of a run in which nothing was indexed and nothing retrieved. */
export const UNTIMED: Timings = { latency: {}, indexSeconds: 0, indexBytes: 0 };
