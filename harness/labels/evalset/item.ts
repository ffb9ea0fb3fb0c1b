import type { JsonObject } from '../../contract.ts';

/** How near-duplicates of a target count: relevant too, or told apart by the query on purpose. */
export const NEAR_DUPLICATE_POLICIES = ['relevant', 'discriminate'] as const;
export type NearDuplicatePolicy = (typeof NEAR_DUPLICATE_POLICIES)[number];

export const STRATA = ['exact', 'paraphrase', 'multihop'] as const;
export type EvalStratum = (typeof STRATA)[number];

/**
 * A query before it has words: the documents that it is to find. Documents are named by docIndex.
 */
export interface EvalItem {
	readonly stratum: EvalStratum;
	/** One for exact and paraphrase, two or three for multihop; ascending. */
	readonly targets: readonly number[];
	/** Near-duplicates of the targets, ascending. */
	readonly nearDuplicates: readonly number[];
	/** It has near duplicates, and is to tell its targets from them: they are not relevant. */
	readonly discriminates: boolean;
	/** The words of the query where the corpus itself gives them: exact. */
	readonly phrase?: string;
	/** The entity that the targets of a multihop item share, as one of them writes it. */
	readonly entity?: string;
}

/** A query with its words and what was measured of them. */
export interface WordedItem {
	readonly item: EvalItem;
	readonly text: string;
	/** Keys without the leading underscore that queries.jsonl gives them. */
	readonly provenance: JsonObject;
}

/** Why something did not become a query. */
export interface Failure {
	/** DocIndices of the documents concerned. */
	readonly targets: readonly number[];
	readonly reason: string;
}

/** Gives the items of a stratum one after another, until there are no more. */
export interface ItemSource {
	/** The next item, or why the next try gave none; undefined at the end. */
	next(): EvalItem | Failure | undefined;
}

export function isFailure(value: EvalItem | Failure): value is Failure {
	return 'reason' in value;
}

/** The documents that are relevant to an item. */
export function relevantTo({ targets, nearDuplicates, discriminates }: EvalItem): readonly number[] {
	return discriminates ? targets : [...targets, ...nearDuplicates];
}
