import type { Options, Pool } from '../../contract.ts';

/** What stages may know of the documents, by corpus place. */
export interface DocFeatures {
	/** 0..1 */
	readonly importance: Float64Array;
	/** Milliseconds since 1970, NaN where the doc has no date. */
	readonly createdAt: Float64Array;
	/** The value of a corpus field (`category`, `tags`, or a metadata key) as text; lists give several. */
	field(place: number, name: string): readonly string[];
}

/** What stages may know of the documents with respect to one query. */
export interface QueryFeatures extends DocFeatures {
	/** Whether the document holds the query's tokens as one unbroken phrase. */
	exactMatch(place: number): boolean;
}

/** A step after fusion: it rewrites the scores of the candidates in place; -Infinity takes a candidate out. */
export interface Stage<O extends Options = Options> {
	readonly name: string;
	readonly summary: string;
	readonly defaults: O;
	readonly help?: Readonly<Record<string, string>>;
	apply(pool: Pool, scores: Float64Array, features: QueryFeatures, options: O): void;
}
