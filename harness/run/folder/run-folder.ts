import type { JsonObject, ScopeMode } from '../../contract.ts';
import type { FoundNothing } from '../found-nothing.ts';
import type { QueriesCut } from '../queries-cut.ts';
import type { QueryScores, Summary } from '../scores.ts';
import type { Timings } from '../timings.ts';
import type { ManifestRerank } from './rerank-facts.ts';

export interface ManifestLeg {
	readonly name: string;
	readonly plugin: string;
	readonly options: JsonObject;
	readonly depth: number;
	readonly seeded_by: readonly string[];
	/** Facts that the retriever reports: embedder id, weights hash, number of truncated documents, graph size. */
	readonly facts: JsonObject;
}

export interface ManifestSystem {
	/** Its name in tables. */
	readonly name: string;
	/** Name of the plugin, or a user's module with its export (`mine.ts#Mine`); `import` for a run read from a TREC file. */
	readonly plugin: string;
	readonly options: JsonObject;
	readonly facts: JsonObject;
	/** Fused systems only. */
	readonly legs?: readonly ManifestLeg[];
	/** Fused systems only: fusion, its options, weights, exclusions, stages. */
	readonly pipeline?: JsonObject;
}

/** All that repeating the run needs: manifest.json. Only `created`, and `content_sha256` with it, differs when the run is repeated. */
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
		/** How queries saw the scopes, and how many there are; absent: the dataset has none. */
		readonly scopes?: { readonly mode: ScopeMode; readonly as_of: boolean; readonly stores: number };
		readonly sensitive: string;
		readonly sensitive_left_out: number;
	};
	readonly system: ManifestSystem;
	readonly metrics: readonly string[];
	readonly depth: number;
	readonly seed: number;
	/** Systems with the stage `rerank` only. */
	readonly rerank?: ManifestRerank;
	/** Script -> queries of it that got no document at all; absent where every query got one. */
	readonly found_nothing?: Readonly<Record<string, FoundNothing>>;
	/** Queries that were longer than the system or a leg takes; absent: none, or a run of an earlier version. */
	readonly queries_cut?: readonly QueriesCut[];
	/** Only these strata were run; absent: all. */
	readonly selected_strata?: readonly string[];
	/** sha-256 of every deterministic file of the folder. */
	readonly files: Readonly<Record<string, string>>;
	/** sha-256 of the canonical JSON of all of the above; absent in folders of earlier versions. */
	readonly content_sha256?: string;
}

/** A run folder in memory. */
export interface RunFolder {
	readonly path: string;
	readonly manifest: Manifest;
	readonly summary: Summary;
	/** In the order of the dataset's queries. */
	readonly scores: readonly QueryScores[];
	readonly timings: Timings | undefined;
}
