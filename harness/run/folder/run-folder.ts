import type { JsonObject, QueryId } from '../../contract.ts';
import type { Machine } from '../../files/machine.ts';

/** One line of scores.jsonl: a query's value on every metric of the run. */
export interface QueryScores {
	readonly queryId: QueryId;
	readonly stratum: string;
	/** Number of relevant documents (grade >= 1); 0 means that the query can't be scored. */
	readonly relevant: number;
	/** Metric name -> value; undefined where the query can't be scored and is left out of every mean. */
	readonly metrics: Readonly<Record<string, number>> | undefined;
}

export interface Means {
	/** Queries that the means are over. */
	readonly n: number;
	/** Queries left out because they have no relevant document. */
	readonly unscored: number;
	/** A metric on which no query can be scored is absent. */
	readonly metrics: Readonly<Record<string, number>>;
	/**
	 * Metrics whose mean is over fewer queries than `n`, with how many: those that count from a higher grade
	 * (`rel=2`), which not every query's documents reach. Absent where there are none.
	 */
	readonly fewer?: Readonly<Record<string, number>>;
}

/** summary.json */
export interface Summary {
	readonly overall: Means;
	readonly strata: Readonly<Record<string, Means>>;
	/** Queries for which nothing was returned; absent: 0, or a run of an earlier version. */
	readonly unanswered?: number;
	/** Queries that failed after all retries and count as answered with nothing; absent: 0. */
	readonly failed?: number;
	/** Returned ids that the corpus lacks and that were left out; absent: 0. */
	readonly unknown_ids?: number;
}

export interface LatencyStats {
	readonly n: number;
	/** Milliseconds. */
	readonly p50: number;
	readonly p95: number;
	readonly p99: number;
	readonly mean: number;
	readonly max: number;
}

/** timings.json: the one file that differs when a run is repeated. */
export interface Timings {
	/** Milliseconds per query by stage; `total` is the whole retrieval of one query. */
	readonly latency: Readonly<Record<string, LatencyStats>>;
	readonly indexSeconds: number;
	readonly indexBytes: number;
	/** Queries asked at once; absent: one after the other. */
	readonly concurrency?: number;
	/** All queries over all time, where they were asked at once. */
	readonly queriesPerSecond?: number;
	/** Queries that an interrupted run had retrieved before; their latencies are of then. */
	readonly resumedQueries?: number;
	/** Where they were taken; absent where nothing was timed, and in folders of earlier versions. */
	readonly machine?: Machine;
}

export interface ManifestLeg {
	readonly name: string;
	readonly plugin: string;
	readonly options: JsonObject;
	readonly depth: number;
	readonly seeded_by: readonly string[];
	/** Embedder id, weights hash, truncated docs, graph size: what the retriever says of itself. */
	readonly facts: JsonObject;
}

export interface ManifestSystem {
	/** What tables call it. */
	readonly name: string;
	/** Plugin name, or a user's module with its export (`mine.ts#Mine`); `import` for a run brought in from a TREC file. */
	readonly plugin: string;
	readonly options: JsonObject;
	readonly facts: JsonObject;
	/** Fused systems only. */
	readonly legs?: readonly ManifestLeg[];
	/** Fused systems only: fusion, its options, weights, exclusions, stages. */
	readonly pipeline?: JsonObject;
}

/** manifest.json: all that repeating the run needs. Everything but `created` is the same when it is repeated. */
export interface Manifest {
	readonly format: 1;
	readonly created: string;
	readonly tool: { readonly name: string; readonly version: string; readonly commit: string | null };
	readonly node: string;
	readonly platform: string;
	readonly dataset: {
		readonly name: string;
		readonly directory: string;
		/** sha-256 of corpus, queries and qrels; for an imported run, of the qrels alone. */
		readonly fingerprint: string;
		readonly docs: number;
		readonly queries: number;
		/** Stratum -> number of queries, in order of first appearance. */
		readonly strata: Readonly<Record<string, number>>;
		readonly sensitive: string;
		readonly sensitive_left_out: number;
	};
	readonly system: ManifestSystem;
	readonly metrics: readonly string[];
	readonly depth: number;
	readonly seed: number;
	/** Only these strata were run; absent: all. */
	readonly selected_strata?: readonly string[];
	/** sha-256 of every deterministic file of the folder. */
	readonly files: Readonly<Record<string, string>>;
}

/** A run folder that was read: what comparisons, gates and reports work on. */
export interface RunFolder {
	readonly path: string;
	readonly manifest: Manifest;
	readonly summary: Summary;
	/** In the order of the dataset's queries. */
	readonly scores: readonly QueryScores[];
	readonly timings: Timings | undefined;
}
