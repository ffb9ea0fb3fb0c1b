import type { Embedder, EmbedRole, IndexContext, JsonObject } from '../../harness/contract.ts';

/** The part of the context that opening an embedder needs. */
export type EmbedderContext = Pick<IndexContext, 'cacheDirectory' | 'modelDirectory' | 'progress' | 'note' | 'shared'>;

/** Facts of an embedder known from its spec alone, before anything is fetched or opened. */
export interface EmbedderFacts {
	readonly name: string;
	/** Tokens of its window; undefined where only its files tell. */
	readonly maxTokens: number | undefined;
	/** Whether it shows how it counts tokens. */
	readonly countsTokens: boolean;
	/** Files of the user's own that its vectors are read from: kept rankings are void when one changes. */
	readonly files?: readonly string[];
}

/** A vector and how long its text was. */
export interface CountedVector {
	/** L2-normalised. */
	readonly vector: Float32Array;
	/**
	 * Tokens of the text before truncation, prefix and special tokens included; 0 where nobody counted them but the text
	 * surely fits the window, -1 where the provider can't say.
	 */
	readonly tokens: number;
}

/**
 * An embedder whose weights load at the first use, not when it is opened: its id, size and window are known before,
 * so that vectors found in the cache need no model at all.
 */
export interface TextEmbedder extends Embedder {
	embedCounted(texts: readonly string[], role: EmbedRole): Promise<readonly CountedVector[]>;
	/**
	 * The embedder whose vectors this one's are made from, one by one. Only those are computed and cached, so that a
	 * shorter or coarser form of a model costs nothing where the model's own vectors are there.
	 */
	readonly madeFrom?: { readonly embedder: TextEmbedder; make(vector: Float32Array): Float32Array };
	/** The host that texts are sent to; absent where they stay in this process. */
	readonly sendsTo?: string;
	/**
	 * As `embedCounted`, for as many texts as there are: hands over each vector as soon as it is there, so that nothing
	 * is lost where a later batch fails. Absent where texts are best given a few at a time.
	 */
	embedInBatches?(
		texts: readonly string[],
		role: EmbedRole,
		deliver: (i: number, vector: CountedVector) => void,
	): Promise<void>;
	/** Where vectors are found by the ids of documents and queries, and there are none for other texts. */
	readonly byId?: VectorsById;
	/** Loads tokenizer and weights now, so that the first text does not wait for them. */
	load(): Promise<void>;
	/**
	 * Counts the tokens of a text as `embedCounted` would; loads the tokenizer, not the weights. Absent where the
	 * provider does not show how it counts.
	 */
	tokenCounter?(role: EmbedRole): Promise<(text: string) => number>;
}

export interface VectorsById {
	/** One for each id, in order. @throws BenchError `data` that names the first one without a vector */
	vectors(role: EmbedRole, ids: readonly string[]): readonly CountedVector[];
	/** What the manifest says besides, for an index of these documents. */
	facts(documents: readonly string[]): JsonObject;
}

export const POOLINGS = ['cls', 'mean', 'last', 'model'] as const;
/** How token vectors become one vector; `model` takes the one that the model itself puts out. */
export type Pooling = (typeof POOLINGS)[number];

/** The settings that an embedder's vectors depend on, besides its weights and its tokenizer. */
export interface EmbeddingSettings {
	readonly dtype: string;
	readonly pooling: Pooling;
	readonly queryPrefix: string;
	readonly documentPrefix: string;
	/** The window: longer texts are cut to it, special tokens included. */
	readonly maxTokens: number;
	readonly dimensions: number;
}

/**
 * The line that names an embedder, and under which its vectors are cached: everything that a vector depends on, so
 * that no change can be served a stale one.
 */
export function embedderId(
	name: string,
	hashes: { readonly weights: string; readonly tokenizer: string },
	settings: EmbeddingSettings,
): string {
	return [
		name,
		`weights=${hashes.weights.slice(0, 16)}`,
		`tokenizer=${hashes.tokenizer.slice(0, 16)}`,
		`dtype=${settings.dtype}`,
		`pooling=${settings.pooling}`,
		`query_prefix=${JSON.stringify(settings.queryPrefix)}`,
		`document_prefix=${JSON.stringify(settings.documentPrefix)}`,
		`max_tokens=${settings.maxTokens}`,
		`dimensions=${settings.dimensions}`,
	].join(' ');
}
