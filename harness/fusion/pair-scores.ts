import type { Doc, Query } from '../contract.ts';

/** A reranker's score of one document for one query. */
export interface PairScore {
	/** Higher is better; NaN where the deadline passed before it was scored. */
	readonly score: number;
	/**
	 * What scoring the pair took when it was scored, kept with the score: a score from the cache costs what it cost
	 * then. Infinity where the deadline passed first.
	 */
	readonly milliseconds: number;
	/** Whether query and document were cut to the model's window. Absent where the model does not say. */
	readonly cut?: boolean;
}

/** The scores of one query, as the stage `rerank` reads them. */
export interface PairScores {
	/** The model that gave them, as the stage's option names it. */
	readonly model: string;
	/** By docIndex; undefined for a document that is shown to no model (a sensitive one). */
	of(docIndex: number): PairScore | undefined;
}

/** The scores of a query and where they came from. */
export interface ScoredPairs {
	/** In the order of the documents; undefined for one that is shown to no model. */
	readonly scores: readonly (PairScore | undefined)[];
	/** Pairs that were scored now; all others came from the cache. */
	readonly computed: number;
}

/** A model that scores pairs of query and document. */
export interface PairScorer {
	/** The stage's option `model`. */
	readonly model: string;
	/** What a score depends on: provider, weights, window, server. */
	readonly id: string;
	/**
	 * Scores documents for a query, those in the cache without the model.
	 * @param deadlineMs scoring stops when so much time was spent on the query's pairs; 0: never
	 */
	score(query: Query, docs: readonly Doc[], deadlineMs: number): Promise<ScoredPairs>;
	close(): void;
}

/** The scores of documents, by docIndex; those that no model may see are not in it. */
export function scoresByDoc(docs: Int32Array, { scores }: Pick<ScoredPairs, 'scores'>): ReadonlyMap<number, PairScore> {
	return new Map(
		Array.from(docs, (doc, i) => [doc, scores[i]] as const).filter(
			(entry): entry is [number, PairScore] => entry[1] !== undefined,
		),
	);
}

/** Scores as the stage reads them, from a map by docIndex; a document that is not in it is shown to no model. */
export function pairScoresOf(model: string, scores: ReadonlyMap<number, PairScore>): PairScores {
	return { model, of: (docIndex) => scores.get(docIndex) };
}
