import type { LegVerdict, StageVerdict } from './verdicts.ts';

/** One leg's list in an example: the first few documents by name, and how many follow. */
export interface ExampleLeg {
	readonly name: string;
	readonly weight: number;
	/** In a made-up input the audited leg alone returns n1, n2, ...; the others return d1, d2, ... */
	readonly head: readonly string[];
	readonly more: number;
}

/**
 * A concrete input of the very fusion that runs, and what came of it: made up, or a query of the data where what the
 * leg returned made the verdict.
 */
export interface Example {
	/** Whether it shows the verdict; false: it is the nearest miss of what the verdict says no input does. */
	readonly exists: boolean;
	/** The query of the data, whose documents are named by their ids; absent where the input is made up. */
	readonly query?: string;
	/** The finding, in a sentence. */
	readonly says: string;
	readonly legs: readonly ExampleLeg[];
	/** The fused top K; `rank` is 1-based. */
	readonly top: readonly { readonly rank: number; readonly doc: string; readonly score: number }[];
	/** The best-ranked document that only the leg returns; undefined where none was ranked at all. */
	readonly newcomer?: { readonly rank: number; readonly doc: string; readonly score: number };
}

/**
 * Weights from which the leg's first document, which no other leg returns, enters the top K; null: at no weight. All
 * but `anyLists` are against full lists: every other leg brings as many documents as it is deep, and all of them pass
 * the filters.
 */
export interface Thresholds {
	/** The others return nothing in common, and no stage prefers anything. */
	readonly disjoint: number | null;
	/** The smallest over all inputs of full lists that were tried, the leg's documents preferred where stages allow it. */
	readonly fullLists: number | null;
	/** Whether nothing enters below `fullLists`; false: it is the smallest found, and others may be smaller. */
	readonly proven: boolean;
	/** The smallest over all inputs that were tried, also where the others return little or filters take it away. */
	readonly anyLists: number | null;
	/** The largest over the ways in which the others may agree, no stage preferring anything. */
	readonly hardest: number | null;
	/** By the way in which the others agree. */
	readonly byAgreement: Readonly<Record<string, number | null>>;
}

export interface StaticAudit {
	readonly leg: string;
	readonly weight: number;
	readonly depth: number;
	readonly cutoff: number;
	/**
	 * Whether it can change the top K at all. Before retrieving: against full lists; after it: false only where,
	 * moreover, the top K of every query is the same with and without it.
	 */
	readonly canMatter: boolean;
	/** A document that only this leg returns enters the top K at this weight against full lists, or it is not ruled out. */
	readonly enters: boolean;
	/** It turns the order of two documents that others return in full lists, one in the top K, or it is not ruled out. */
	readonly reorders: boolean;
	/** Its order alone decides the top K, all lists being full. */
	readonly dominates: boolean;
	/** The figure to quote: {@link Thresholds.disjoint}; null: at no weight, unless a stage prefers it. */
	readonly threshold: number | null;
	readonly thresholds: Thresholds;
	/**
	 * From this weight the leg, full of documents of its own, puts all of them over everything else; null: from none;
	 * undefined: nothing is proven, as for scores or with no other leg.
	 */
	readonly evictsFrom: number | null | undefined;
	readonly verdict: LegVerdict;
	/** Why, in calm words; one sentence each. */
	readonly evidence: readonly string[];
	readonly example: Example | null;
}

/** Contribution on the data at hand. Shares and means are over the queries that the field names. */
export interface MeasuredLeg {
	readonly queries: number;
	/** Queries for which the leg returned nothing. */
	readonly emptyQueries: number;
	/** Queries for which all that it returned was excluded. */
	readonly excludedQueries: number;
	/** Queries with at least two documents, all of one score. */
	readonly constantQueries: number;
	/** Queries whose fused top K differs with and without the leg, in membership or order. */
	readonly changedQueries: number;
	/** Queries with a document in the top K that only this leg brings. */
	readonly enteredQueries: number;
	/** Queries for which the other legs bring fewer documents than they are deep. */
	readonly shortQueries: number;
	/** Mean share of what the leg returned (before exclusions) that the other legs return too; null: it returned nothing. */
	readonly overlapWithPool: number | null;
	/** Share of the answered queries where the leg brings at least one of the others' fused top K. */
	readonly touchesHead: number | null;
	readonly seeds: MeasuredSeeds | null;
	readonly pool: {
		/** Mean number of candidates, and mean share of the relevant documents among them. */
		readonly withLeg: PoolFigures;
		readonly withoutLeg: PoolFigures;
		/** The other legs pulled deeper until the pool is as large as with the leg; null: their kept lists are too short. */
		readonly control: (PoolFigures & { readonly shortQueries: number }) | null;
	};
	/** Relevant documents over all queries: all, those only this leg brings, and how many of these are in the fused top K. */
	readonly relevant: {
		readonly all: number;
		readonly returned: number;
		readonly legOnly: number;
		readonly legOnlyInTop: number;
	};
	/** Documents only this leg brings, over all queries, how many are in the top K, how many a stage took out. */
	readonly legOnly: { readonly documents: number; readonly inTop: number; readonly cut: number };
	/**
	 * The smallest weight at which, with the lists as they were retrieved, a document that only this leg returns enters
	 * the top K of at least one query; null: at none. Beside {@link Thresholds}, which are about any lists.
	 */
	readonly threshold: number | null;
	/** Mean number of the leg's documents that get past the filters; null: there is no query. */
	readonly passing: number | null;
	/** Mean nDCG@K. */
	readonly ndcg: {
		readonly withLeg: number;
		readonly withoutLeg: number;
		/** With the leg's documents shuffled within its list: the value without its order. */
		readonly orderPlacebo: number;
		/**
		 * With the leg's documents for other queries instead of its own: the value without what it finds. Null with a
		 * reranker, which has no scores for documents of other queries.
		 */
		readonly sourcePlacebo: number | null;
		/** The best that any reordering of the pool could give. */
		readonly ceilingWith: number;
		readonly ceilingWithout: number;
	};
}

export interface PoolFigures {
	readonly size: number;
	readonly recall: number;
}

export interface MeasuredSeeds {
	/**
	 * `recorded`: the leg said what it started from. Where it did not, `seeding legs`: the top K of the legs that seed
	 * it, fused; or `head of its list`: for nearly all queries its list begins with so many documents of theirs.
	 */
	readonly source: 'recorded' | 'seeding legs' | 'head of its list';
	/** Answered queries with at least one seed. */
	readonly queries: number;
	/** Mean number of seeds. */
	readonly count: number;
	/** Mean share of the seeds that are in the top K of the others. */
	readonly inHead: number;
	/** Mean share of the seeds that the leg returns. */
	readonly returned: number;
	/** Share of the queries where every seed that the leg returns stands before every newcomer. */
	readonly first: number;
	/** Share of the queries where, moreover, the seeds keep their order (Kendall tau at least 0.9). */
	readonly locked: number;
	/** Mean Kendall tau between the order of the seeds and their order in the leg; null where no query has two. */
	readonly tau: number | null;
}

export interface LegAudit extends StaticAudit {
	/**
	 * The threshold for the lists that the leg returned. Null where they make every weight too small: it returns nothing
	 * (empty), in no order of its own (constant), or all of it is cut before it competes (starved). Behind its seeds
	 * (seed-locked, or reorder-only for that reason) it is the weight from which the first newcomer behind so many of
	 * them enters. Otherwise as in the static audit: also for demote-only, where what enters pushes others down.
	 * `thresholds` are always those of the system, for a list that begins with a document of the leg's own.
	 */
	readonly threshold: number | null;
	/** Says what a comparison with and without the leg tests and what it does not; null: the leg, or not a test at all. */
	readonly remark: string | null;
	/** Absent where nothing was retrieved. */
	readonly measured?: MeasuredLeg;
}

export interface StageAudit {
	/** 0-based position among the stages. */
	readonly position: number;
	readonly stage: string;
	readonly verdict: StageVerdict;
	readonly evidence: readonly string[];
}
