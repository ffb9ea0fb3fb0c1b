import type { OptionSpecs, OptionValues, Pool } from '../../contract.ts';
import type { PairScores } from '../pair-scores.ts';

/** The fields of the documents that stages see, by docIndex (corpus order, 0-based). */
export interface DocFeatures {
	/** 0..1 */
	readonly importance: Float64Array;
	/** Milliseconds since 1970, NaN where the doc has no date. */
	readonly createdAt: Float64Array;
	/**
	 * Date of the newest document that a query of this scope can find, in milliseconds since 1970; NaN where none has a
	 * date. Absent: nothing has a scope.
	 */
	newestIn?(scope: string): number;
	/** The value of a corpus field (`category`, `tags`, or a metadata key) as text; lists give several. */
	field(docIndex: number, name: string): readonly string[];
}

/** The same, with what depends on the query. */
export interface QueryFeatures extends DocFeatures {
	/** Whether the document holds the query's tokens as one unbroken phrase. */
	exactMatch(docIndex: number): boolean;
	/** The query's "now", in milliseconds since 1970; absent where it does not say. */
	readonly askedAt?: number;
	/** The query's scope; absent where it has none. */
	readonly scope?: string;
	/** The values of the query's `filter`; absent where it has none. */
	readonly filter?: readonly string[];
	/** A reranker's scores of the query's candidates; absent where none was asked. */
	readonly pairScores?: PairScores;
}

/** A step after fusion: it rewrites the scores of the candidates in `scores`; -Infinity takes a candidate out. */
export interface Stage<S extends OptionSpecs = OptionSpecs> {
	readonly name: string;
	readonly summary: string;
	readonly options: S;
	/**
	 * Whether what it lets through depends on the query's own date or filter, so that no count over the corpus alone can
	 * say how many documents pass.
	 */
	readsQuery?(options: OptionValues<S>): boolean;
	/** Options that decide what is computed before the pipeline: another value takes another run. */
	readonly fixed?: readonly string[];
	/** For stages that only take out: what is the case where it takes out nothing, such as "every document has the value". */
	readonly outside?: string;
	/**
	 * Checks that the specification can't express; throws a BenchError. Called before any work.
	 * @param legs the names of the system's legs, where they are known
	 */
	validate?(options: OptionValues<S>, legs?: readonly string[]): void;
	apply(pool: Pool, scores: Float64Array, features: QueryFeatures, options: OptionValues<S>): void;
}
