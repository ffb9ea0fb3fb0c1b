import type { IndexContext, OptionSpecs } from '../../harness/contract.ts';

/** The part of the context that opening a reranker needs. */
export type RerankerContext = Pick<IndexContext, 'cacheDirectory' | 'modelDirectory' | 'progress' | 'note'>;

/** The score of one pair, and what it took. */
export interface CountedScore {
	/** Higher is better; finite. */
	readonly score: number;
	/** What scoring it took. */
	readonly milliseconds: number;
	/** Tokens of query and document before they were cut, special tokens included; -1 where the model does not say. */
	readonly tokens: number;
}

/** A model that reads query and document together and gives a score. */
export interface Reranker {
	/** What a score depends on, in a line: provider, weights, window, server. Scores are cached under it. */
	readonly id: string;
	/** Tokens of its window; absent where it is not known. */
	readonly maxTokens?: number;
	/** Whom queries and documents are sent to; absent where they stay in this process. */
	readonly sendsTo?: string;
	/**
	 * Makes it ready, so that the first pair does not wait: loads a model, or asks a server once, which shows whether it
	 * can be asked at all.
	 */
	load(): Promise<void>;
	/**
	 * Scores the documents one after the other, or in the batches of its server, and hands each score over as it comes. A
	 * score depends on its own pair alone.
	 * @param deadlineMs no answer is waited for longer; 0: for as long as it takes
	 * @param deliver takes a score; false: no more are wanted
	 */
	score(
		query: string,
		documents: readonly string[],
		deadlineMs: number,
		deliver: (i: number, scored: CountedScore) => boolean,
	): Promise<void>;
	close(): void;
}

/** A provider of rerankers, named by the word before the colon. */
export interface RerankerProvider {
	readonly name: string;
	readonly summary: string;
	/** The options behind the `?` of a model. */
	readonly options: OptionSpecs;
	/** Checks a model's name and options. Fetches and opens nothing. Throws a BenchError. */
	check(model: string): void;
	open(model: string, context: RerankerContext): Promise<Reranker>;
}
