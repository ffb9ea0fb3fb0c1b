/**
 * The nouns of the harness and the interfaces that plugins implement. Types only: this file imports nothing.
 *
 * One word for one thing: a *corpus* of *docs*, *queries* in *strata*, *qrels* (judged grades), a *ranking* of
 * scored docs, a *run* (rankings of one *system* on one dataset), *legs* of a fused system. *Depth* is how many
 * documents are retrieved, *cutoff* is the k of @k.
 */

export type DocId = string;
export type QueryId = string;

/** Anything that survives JSON unchanged: what manifests, options and identities are made of. */
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
	/** Every other field of the corpus line. */
	readonly metadata: JsonObject;
}

export interface Query {
	readonly id: QueryId;
	readonly text: string;
	readonly stratum: string;
}

/** Judged grades: at least 1 is relevant, 0 is judged and not relevant, absent is unjudged. */
export type Qrels = ReadonlyMap<QueryId, ReadonlyMap<DocId, number>>;

export type SensitivePolicy = 'leave-out' | 'lexical-only';

export interface Dataset {
	/** The folder's name. */
	readonly name: string;
	readonly directory: string;
	/** In file order, which is *corpus order*: the tie-break of every ranking. */
	readonly corpus: readonly Doc[];
	/** In file order. */
	readonly queries: readonly Query[];
	readonly qrels: Qrels;
	/** sha-256 (hex) over the content of corpus, queries and qrels as loaded; independent of where they stand. */
	readonly fingerprint: string;
	readonly sensitivePolicy: SensitivePolicy;
	/** Sensitive docs that the policy left out of `corpus`. */
	readonly sensitiveLeftOut: number;
}

export interface ScoredDoc {
	readonly docId: DocId;
	readonly score: number;
}

/** Best first. Plugins may return any order; the harness puts it into THE order of `ranking.ts`. */
export type Ranking = readonly ScoredDoc[];

/**
 * A ranking with docs named by their index in the corpus (0-based): the form that fusion, audit and metrics work on.
 * Always score descending, then corpus order; no duplicates; scores finite.
 */
export interface IndexedRanking {
	readonly docs: Int32Array;
	readonly scores: Float64Array;
}

/** A single option's value. Lists are written `a,b` on the command line. */
export type OptionValue = string | number | boolean | readonly string[];
export type Options = Readonly<Record<string, OptionValue>>;

/** A number; {@link OptionSpecs} says what specifications are for. */
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
	/** Values outside the range that are allowed too, each with a meaning of its own, such as 0 for "off". */
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
	/** What an entry may be; any text where absent. */
	readonly choices?: readonly C[];
	/** The least number of entries; 0 where absent. */
	readonly minItems?: number;
	readonly help: string;
}
export type OptionSpec = NumberOption | BooleanOption | TextOption | ChoiceOption | ListOption;

/**
 * The options of a retriever, fusion, stage or dataset format: type, default, range and help, each said once. Plain
 * data, made with `option.*` of options.ts. Values are checked against it before any work.
 */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The values that options of this specification have once they are resolved. */
export type OptionValues<S extends OptionSpecs> = { readonly [Name in keyof S]: S[Name]['default'] };

/** Where long work says how far it is. The harness draws it, or not. */
export interface Progress {
	start(label: string, total: number): ProgressBar;
}
export interface ProgressBar {
	advance(steps?: number): void;
	stop(): void;
}

export interface IndexContext {
	/** The dataset's folder: triples.jsonl and shipped vectors stand beside the corpus. */
	readonly datasetDirectory: string;
	readonly cacheDirectory: string;
	/** A folder of models given by the user (`--model-dir`). */
	readonly modelDirectory?: string;
	/** With false, query vectors are computed even where the cache has them, so that their latency is real. */
	readonly queryCache: boolean;
	readonly seed: number;
	readonly progress: Progress;
	/** A line for the person (stderr). Never text of documents or queries. */
	note(message: string): void;
}

export interface RetrieveContext {
	/** What the legs that seed this one returned for the same query. Empty for a retriever that is not seeded. */
	readonly seeds: ReadonlyMap<string, Ranking>;
	/** Times a part of the retrieval under its own stage name (for example `embed`); the rest counts as the leg's. */
	time<T>(stage: string, work: () => T): T;
	/**
	 * A seeded leg says which documents it started from, best first: kept beside its ranking, so that the audit can
	 * tell a leg that repeats its seeds from one that finds something.
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
	 * Facts for the manifest beyond the options: embedder id, weights hash, number of truncated docs, graph size.
	 * Deterministic.
	 */
	facts?(): JsonObject;
	/**
	 * Whether it knows anything of this document, for retrievers whose index may lack some: in a graph, whether the
	 * document has an edge. Absent: it knows the whole corpus.
	 */
	covers?(docId: DocId): boolean;
	close?(): void;
}

/** A system under test. `index()` returns the retriever, so "searched before indexed" can't be written. */
export interface RetrieverPlugin<S extends OptionSpecs = OptionSpecs> {
	readonly name: string;
	/** What tables call it, where the name is a whole command or address. */
	readonly shortName?: string;
	/** One line, for `bench list`. */
	readonly summary: string;
	readonly options: S;
	/**
	 * Options whose names depend on other options, for `bench list`: `weights.<leg>`. Without a type where they are
	 * options of another part.
	 */
	readonly optionPatterns?: Readonly<Record<string, OptionSpec | { readonly help: string }>>;
	/** The values of its options that `bench retest` combines into the variants that it tests. */
	readonly variants?: Readonly<Record<string, readonly OptionValue[]>>;
	/** The name of its latency stage (lexical, dense, graph); the plugin's name where absent. */
	readonly stage?: string;
	/**
	 * True only for a retriever that computes everything in this process and embeds nothing: under
	 * `--sensitive lexical-only` it is given the sensitive docs, every other plugin is not.
	 */
	readonly keepsSensitiveLocal?: boolean;
	/** The names of the legs that must be retrieved before this one and seed it. Absent: not seeded. */
	seededBy?(options: OptionValues<S>): readonly string[];
	/** All options, given what the user set: for plugins whose option names depend on other options. */
	optionsFor?(settings: Options): Promise<OptionSpecs> | OptionSpecs;
	/**
	 * Checks that the specification can't express, such as one option that depends on another. Called with resolved
	 * options before any work; throws a BenchError.
	 */
	validate?(options: OptionValues<S>): Promise<void> | void;
	/** What stands for the plugin's own code in identities, where name and tool version do not (user modules). */
	readonly codeHash?: string;
	/** Why `codeHash` can't stand for all of its code, in words: rankings kept of it are then never used again. */
	readonly unhashedCode?: string;
	/** Of a user's module: its absolute path, with `#export` where one was named, from which a run is repeated. */
	readonly module?: string;
	/** Files beside the corpus that it reads: rankings kept of it are void when one of them changes. */
	readonly reads?: readonly string[];
	index(corpus: readonly Doc[], options: OptionValues<S>, context: IndexContext): Promise<Retriever> | Retriever;
}

/** One leg of a fused system. Its identity is known before it is indexed, so that kept rankings can stand in for it. */
export interface Leg {
	readonly name: string;
	/** Name of its latency stage: lexical, dense, graph ... */
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
	/** Its own options, resolved. */
	readonly options: Options;
	readonly depth: number;
	/** Names of the legs whose rankings seed this one. */
	readonly seededBy: readonly string[];
	/** Indexes the corpus on the first call; later calls give the same retriever. */
	open(): Promise<Retriever>;
}

export type EmbedRole = 'query' | 'document';

export interface Embedder {
	/** Provider, model, revision, dtype, pooling, prefixes, max tokens and dimensions, in one line: the cache key. */
	readonly id: string;
	readonly dimensions: number;
	/** One L2-normalised vector per text, in order; a vector never depends on the texts beside it. */
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
	/** In order of leg name, so that the order in which legs are listed can move no bit of a sum. */
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

/** A fusion: the one implementation that runs, ablations, sweeps and the audit all go through. */
export interface Fusion<S extends OptionSpecs = OptionSpecs> {
	readonly name: string;
	readonly summary: string;
	readonly options: S;
	/** As {@link RetrieverPlugin.validate}; `legs` are the names of the legs that are fused. */
	validate?(options: OptionValues<S>, legs: readonly string[]): void;
	/**
	 * Writes the fused score of every candidate into `out` (length `pool.docs.length`), overwriting it.
	 * `weights[i]` is the weight of `pool.legs[i]`, > 0 (legs of weight 0 are dropped before).
	 */
	score(pool: Pool, weights: Float64Array, options: OptionValues<S>, out: Float64Array): void;
}

/** What a metric sees: grades by rank, no ids. */
export interface JudgedRanking {
	/** The grade at each rank (0-based), -1 where unjudged. */
	readonly grades: Int8Array;
	/** Every judged grade of the query, descending, whether retrieved or not. */
	readonly ideal: readonly number[];
}

export interface Metric {
	/** Canonical name as tables print it, for example `nDCG@10`. */
	readonly name: string;
	/** Ranks beyond this cannot change the value; Infinity for metrics over the whole list. */
	readonly cutoff: number;
	/** The largest value the metric can take. */
	readonly max: number;
	/** The grade from which a document counts as relevant; a query without such a document can't be scored. */
	readonly rel: number;
	score(judged: JudgedRanking): number;
}
