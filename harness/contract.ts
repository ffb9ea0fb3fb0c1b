/**
 * The nouns of the harness and the interfaces that plugins implement. This file has types only and imports nothing.
 *
 * Each word means one thing: a *corpus* of *docs*, *queries* in *strata*, *qrels* (judged grades), a *ranking* of
 * scored docs, a *run* (rankings of one *system* on one dataset), *legs* of a fused system. *Depth* is how many
 * documents are retrieved, *cutoff* is the k of @k.
 */

export type DocId = string;
export type QueryId = string;

/** A value that survives JSON unchanged. Manifests, options and identities are made of these. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

export interface Doc {
	readonly id: DocId;
	readonly content: string;
	readonly category?: string;
	readonly tags: readonly string[];
	readonly expandedKeywords: readonly string[];
	/** 0..1 */
	readonly importance: number;
	readonly createdAt?: Date;
	/** Sensitive docs never reach an embedder or a network; see {@link RetrieverPlugin.keepsSensitiveLocal}. */
	readonly sensitive: boolean;
	/** The scopes that it is in, each a store of its own; absent: every one. */
	readonly scopes?: readonly string[];
	/** Every other field of the corpus line. */
	readonly metadata: JsonObject;
}

export interface Query {
	readonly id: QueryId;
	readonly text: string;
	readonly stratum: string;
	/** Only documents of this scope are searched, as each user's store is; absent: all. Queries of one scope are a cluster. */
	readonly scope?: string;
	/** The query's "now"; absent: it has none. */
	readonly askedAt?: Date;
	/** Scored in its stratum, and left out of everything that is over all queries; all queries of a stratum or none. */
	readonly outsideOverall?: true;
	/** Values that a metadata filter takes from the query; never empty. */
	readonly filter?: readonly string[];
}

/** Judged grades: at least 1 is relevant, 0 is judged and not relevant, absent is unjudged. */
export type Qrels = ReadonlyMap<QueryId, ReadonlyMap<DocId, number>>;

export type SensitivePolicy = 'leave-out' | 'lexical-only';

/**
 * How queries see the scopes: each a store of its own, one index with filtered results, or the whole corpus for every
 * query.
 */
export type ScopeMode = 'separate' | 'filtered' | 'shared';

export interface ScopePolicy {
	readonly mode: ScopeMode;
	/** Documents newer than a query are not there for it. */
	readonly as_of: boolean;
}

export interface Dataset {
	/** The folder's name. */
	readonly name: string;
	readonly directory: string;
	/** In file order. This *corpus order* breaks the ties of every ranking. */
	readonly corpus: readonly Doc[];
	/** In file order. */
	readonly queries: readonly Query[];
	readonly qrels: Qrels;
	/** sha-256 (hex) over the content of corpus, queries and qrels as loaded; independent of their directory. */
	readonly fingerprint: string;
	readonly sensitivePolicy: SensitivePolicy;
	/** Sensitive docs that the policy left out of `corpus`. */
	readonly sensitiveLeftOut: number;
	/** Absent: every query sees the whole corpus, because nothing has a scope. */
	readonly scopes?: ScopePolicy;
}

export interface ScoredDoc {
	readonly docId: DocId;
	readonly score: number;
}

/** The best first. Plugins may return any order; the harness sorts it as `ranking.ts` says. */
export type Ranking = readonly ScoredDoc[];

/**
 * A ranking whose docs are named by docIndex, their index in the corpus (0-based). Fusion, audit and metrics work on it.
 * Sorted by score descending, then docIndex; no duplicates; scores are finite.
 */
export interface IndexedRanking {
	readonly docs: Int32Array;
	readonly scores: Float64Array;
}

/** A single option's value. Lists are written `a,b` on the command line. */
export type OptionValue = string | number | boolean | readonly string[];
export type Options = Readonly<Record<string, OptionValue>>;

/** The specification of a number; see {@link OptionSpecs}. */
export interface NumberOption {
	readonly type: 'number' | 'integer';
	readonly default: number;
	/** One line, for `bench list`. */
	readonly help: string;
	/** The least value allowed. */
	readonly min?: number;
	/** Allowed values are larger. */
	readonly above?: number;
	/** The largest value allowed. */
	readonly max?: number;
	/** Allowed values are smaller. */
	readonly below?: number;
	/** Allowed values outside the range, each with its own meaning, such as 0 for "off". */
	readonly also?: readonly number[];
}
export interface BooleanOption {
	readonly type: 'boolean';
	readonly default: boolean;
	readonly help: string;
}
export interface TextOption {
	readonly type: 'text';
	readonly default: string;
	readonly help: string;
}
/** One of a few words. */
export interface ChoiceOption<C extends string = string> {
	readonly type: 'choice';
	readonly default: C;
	readonly choices: readonly C[];
	readonly help: string;
}
export interface ListOption<C extends string = string> {
	readonly type: 'list';
	readonly default: readonly C[];
	/** Allowed entries; any text where absent. */
	readonly choices?: readonly C[];
	/** The least number of entries; 0 where absent. */
	readonly minItems?: number;
	readonly help: string;
}
export type OptionSpec = NumberOption | BooleanOption | TextOption | ChoiceOption | ListOption;

/**
 * The options of a retriever, fusion, stage or dataset format: type, default, range and help. Plain data, made
 * with `option.*` of options.ts. Values are checked against it before any work.
 */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The resolved values of options with this specification. */
export type OptionValues<S extends OptionSpecs> = { readonly [Name in keyof S]: S[Name]['default'] };

/** Receives the progress of long work. The harness may draw it as a bar. */
export interface Progress {
	start(label: string, total: number): ProgressBar;
}
export interface ProgressBar {
	advance(steps?: number): void;
	stop(): void;
}

/** Texts that a model would embed. */
export interface PlannedSending {
	/** The id of the embedder, up to its first space: `openai:text-embedding-3-small`. */
	readonly model: string;
	/** undefined: the texts stay in this process. */
	readonly host: string | undefined;
	readonly what: 'documents' | 'queries';
	readonly texts: number;
	/** Estimated. */
	readonly tokens: number;
}

export interface IndexContext {
	/** The dataset's folder, which may also hold triples.jsonl and vectors. */
	readonly datasetDirectory: string;
	readonly cacheDirectory: string;
	/** A folder of models given by the user (`--model-dir`). */
	readonly modelDirectory?: string;
	/** If false, query vectors are computed even where the cache has them, so that their latency is real. */
	readonly queryCache: boolean;
	/**
	 * How many tokens may be sent to hosted models unasked; absent: the default limit. With `plan` nothing is sent and
	 * nothing embedded (`--dry-run`): it is told what would be.
	 */
	readonly sending?: { readonly mostTokens: number; plan?(planned: PlannedSending): void };
	/** The texts of the queries that will be asked, so that it can be said beforehand what is sent for them. */
	readonly questions?: readonly string[];
	readonly seed: number;
	readonly progress: Progress;
	/** How queries see the scopes; absent: no query has one. */
	readonly scopes?: ScopeMode;
	/** Opened once for all stores of a run and closed with it, by key; absent: nothing is shared. */
	readonly shared?: Map<string, Promise<{ close?(): void }>>;
	/** Prints a line on stderr. It must never hold text of documents or queries. */
	note(message: string): void;
}

export interface RetrieveContext {
	/** The rankings of the seeding legs for the same query, by leg name. Empty for a retriever that is not seeded. */
	readonly seeds: ReadonlyMap<string, Ranking>;
	/** Times a part of the retrieval as a stage of its own (for example `embed`), apart from the leg's stage. */
	time<T>(stage: string, work: () => T): T;
	/**
	 * Records which documents a seeded leg started from, best first. The audit uses them to tell a leg that repeats its
	 * seeds from one that finds other documents.
	 */
	startedFrom(docIds: readonly DocId[]): void;
	/** Aborted when the answer is no longer waited for (`--timeout`); what takes a signal can be given it. */
	readonly signal?: AbortSignal;
}

export interface Retriever {
	/** The most queries that it answers at once; absent: any number. */
	readonly concurrency?: number;
	retrieve(query: Query, depth: number, context: RetrieveContext): Promise<Ranking> | Ranking;
	indexSizeBytes?(): number;
	/**
	 * Deterministic facts for the manifest beyond the options: embedder id, weights hash, number of truncated docs,
	 * graph size.
	 */
	facts?(): JsonObject;
	/**
	 * Whether the index can return this document; for a graph, whether the document has an edge. Absent where the index
	 * holds the whole corpus.
	 */
	covers?(docId: DocId): boolean;
	/** True where it leaves out what is not in `query.scope` by itself (`--scopes filtered`). */
	readonly filtersScope?: boolean;
	close?(): void;
}

/** A system under test. `index()` returns the retriever, so that nobody can search before indexing. */
export interface RetrieverPlugin<S extends OptionSpecs = OptionSpecs> {
	readonly name: string;
	/** Its name in tables, where the name is a whole command or address. */
	readonly shortName?: string;
	/** One line, for `bench list`. */
	readonly summary: string;
	readonly options: S;
	/**
	 * Options whose names depend on other options, such as `weights.<leg>`, for `bench list`. An entry has no type if it
	 * stands for the options of another part.
	 */
	readonly optionPatterns?: Readonly<Record<string, OptionSpec | { readonly help: string }>>;
	/** The values of its options that `bench retest` combines into the variants that it tests. */
	readonly variants?: Readonly<Record<string, readonly OptionValue[]>>;
	/** The name of its latency stage (lexical, dense, graph); default: the plugin's name. */
	readonly stage?: string;
	/**
	 * True for a retriever that computes everything in this process and embeds nothing. Only such a retriever is given
	 * the sensitive docs under `--sensitive lexical-only`.
	 */
	readonly keepsSensitiveLocal?: boolean;
	/** The names of the legs that seed this one and are retrieved before it. Absent where it is not seeded. */
	seededBy?(options: OptionValues<S>): readonly string[];
	/** The specification of all options, for plugins whose option names depend on other options. */
	optionsFor?(settings: Options): Promise<OptionSpecs> | OptionSpecs;
	/**
	 * Checks what the specification can't express, such as an option that depends on another. Called with resolved
	 * options before any work; throws a BenchError.
	 */
	validate?(options: OptionValues<S>): Promise<void> | void;
	/** A hash of the plugin's code for identities. User modules have one; built-ins are identified by name and tool version. */
	readonly codeHash?: string;
	/** Why `codeHash` does not cover all of the code, in words. Kept rankings of such a plugin are never used again. */
	readonly unhashedCode?: string;
	/** The absolute path of a user's module, with `#export` where one was named. A run is repeated from it. */
	readonly module?: string;
	/** Files that it reads from the dataset's folder. Kept rankings are void when one of them changes. */
	readonly reads?: readonly string[];
	/** Absolute paths of further files that it reads under these options; like {@link reads}, told by size and time. */
	readsFor?(options: OptionValues<S>): readonly string[];
	/**
	 * Whether the query is longer than it takes, so that a part of it is not searched for. It must depend on nothing but
	 * the query's text and the options: a run counts such queries, and must count the same when it is resumed or repeated.
	 * Absent where it cuts none, or can't know.
	 */
	cutsQuery?(query: Pick<Query, 'text'>, options: OptionValues<S>): boolean;
	/**
	 * What its rankings depend on beside its options, such as the server that a variable of the environment names. It is
	 * hashed into identities and written nowhere; it must hold no password.
	 */
	surroundings?(options: OptionValues<S>): JsonObject;
	index(corpus: readonly Doc[], options: OptionValues<S>, context: IndexContext): Promise<Retriever> | Retriever;
}

/** One leg of a fused system. Its identity is known before it is indexed, so that kept rankings can replace it. */
export interface Leg {
	readonly name: string;
	/** The name of its latency stage: lexical, dense, graph ... */
	readonly stage: string;
	/** The plugin's name, or the module path as the user gave it. */
	readonly plugin: string;
	/** {@link RetrieverPlugin.codeHash} of its plugin. */
	readonly codeHash?: string;
	/** {@link RetrieverPlugin.module} of its plugin. */
	readonly module?: string;
	/** {@link RetrieverPlugin.unhashedCode} of its plugin. */
	readonly unhashedCode?: string;
	/** {@link RetrieverPlugin.reads} of its plugin. */
	readonly reads?: readonly string[];
	/** {@link RetrieverPlugin.surroundings} of its plugin. */
	readonly surroundings?: JsonObject;
	/** {@link RetrieverPlugin.cutsQuery} of its plugin, under its options. */
	readonly cutsQuery?: (query: Pick<Query, 'text'>) => boolean;
	/** Resolved. */
	readonly options: Options;
	readonly depth: number;
	/** Names of the legs whose rankings seed this one. */
	readonly seededBy: readonly string[];
	/** Indexes the corpus on the first call; later calls return the same retriever. */
	open(): Promise<Retriever>;
}

export type EmbedRole = 'query' | 'document';

export interface Embedder {
	/** The cache key: provider, model, revision, dtype, pooling, prefixes, max tokens and dimensions in one line. */
	readonly id: string;
	readonly dimensions: number;
	/** Returns one L2-normalised vector per text, in order. A vector never depends on the other texts of the call. */
	embed(texts: readonly string[], role: EmbedRole): Promise<Float32Array[]>;
	/** Number of tokens of a text before truncation, special tokens included. */
	countTokens?(text: string): number;
	readonly maxTokens?: number;
	/** sha-256 of the weights in use. */
	readonly weightsHash?: string;
	close?(): void;
}

/**
 * The candidates of one query: the union of its legs' rankings (after depth cuts and exclusions), in corpus order. A
 * *candidate* is named by its index in `docs`, so the tie-break by corpus order is the order of candidate numbers.
 */
export interface Pool {
	/** Corpus indices, ascending. */
	readonly docs: Int32Array;
	/** Sorted by leg name, so that a sum over legs has the same bits in whatever order they are listed. */
	readonly legs: readonly PoolLeg[];
}

export interface PoolLeg {
	readonly name: string;
	/** Candidate numbers, best first. */
	readonly order: Int32Array;
	/** By candidate: 1-based rank, 0 where the leg did not return it. */
	readonly ranks: Int32Array;
	/** By candidate: the leg's score, NaN where the leg did not return it. */
	readonly scores: Float64Array;
}

/** A fusion. Runs, ablations, sweeps and the audit all call this one implementation. */
export interface Fusion<S extends OptionSpecs = OptionSpecs> {
	readonly name: string;
	/** sha-256 of the code of a fusion of the user's own; see {@link RetrieverPlugin.codeHash}. */
	readonly codeHash?: string;
	readonly summary: string;
	readonly options: S;
	/** See {@link RetrieverPlugin.validate}; `legs` are the names of the fused legs. */
	validate?(options: OptionValues<S>, legs: readonly string[]): void;
	/**
	 * Writes the fused score of every candidate into `out` (length `pool.docs.length`), overwriting it.
	 * `weights[i]` is the weight of `pool.legs[i]`, > 0 (legs of weight 0 are dropped before).
	 */
	score(pool: Pool, weights: Float64Array, options: OptionValues<S>, out: Float64Array): void;
}

/** The judged ranking of one query, as a metric sees it: grades by rank, no ids. */
export interface JudgedRanking {
	/** The grade at each rank (0-based), -1 where unjudged. */
	readonly grades: Int8Array;
	/** Every judged grade of the query, descending, whether retrieved or not. */
	readonly ideal: readonly number[];
}

export interface Metric {
	/** The canonical name, for example `nDCG@10`. */
	readonly name: string;
	/** Ranks beyond the cutoff cannot change the value; Infinity for metrics over the whole list. */
	readonly cutoff: number;
	/** The largest value the metric can take. */
	readonly max: number;
	/** The grade from which a document counts as relevant; a query without such a document can't be scored. */
	readonly rel: number;
	score(judged: JudgedRanking): number;
}
