import type { RerankReach } from '../rerank-reach.ts';
import type { RerankRecord } from '../run-record.ts';

/** The file of a run folder that holds the scores of its reranker. */
export const RERANK_FILE = 'stages/rerank.trec';

/** What a manifest says of the stage `rerank`. */
export interface ManifestRerank extends RerankFacts {
	/** What its scores depend on. */
	readonly scorer: string;
}

/** What a reranker could reach and reached, without its cost. */
export interface RerankFacts {
	readonly model: string;
	readonly top: number;
	/** 0: none. */
	readonly deadline_ms: number;
	readonly queries: number;
	/** Queries that missed the deadline and kept the order before. */
	readonly queries_past_deadline: number;
	readonly queries_changed: number;
	readonly pairs: number;
	/** Pairs cut to the window of the model. */
	readonly pairs_cut: number;
	/** Candidates that no model may see, and that kept their rank. */
	readonly candidates_unseen: number;
	/** Mean share of the relevant documents among the candidates that it puts in order. */
	readonly head_recall: number;
	/** By metric: the mean without the stage, with it, and with one that knows the grades. */
	readonly reach: Readonly<
		Record<string, { readonly without: number; readonly with: number; readonly perfect: number }>
	>;
}

export function manifestRerank({ scorer, reach }: RerankRecord): ManifestRerank {
	return { scorer, ...rerankFacts(reach) };
}

export function rerankFacts(reach: RerankReach): RerankFacts {
	return {
		model: reach.model,
		top: reach.top,
		deadline_ms: reach.deadlineMs,
		queries: reach.queries,
		queries_past_deadline: reach.pastQueries.size,
		queries_changed: reach.changedQueries,
		pairs: reach.pairs,
		pairs_cut: reach.cutPairs,
		candidates_unseen: reach.unseen,
		head_recall: reach.headRecall,
		reach: Object.fromEntries(
			reach.metrics.map(({ name, without, with: withIt, perfect }) => [name, { without, with: withIt, perfect }]),
		),
	};
}

/**
 * The share of queries that missed the budget, in a sentence; undefined where none did, or there is none. A system that
 * misses its budget is another system on those queries.
 */
export function missedBudget(rerank: RerankFacts | undefined): string | undefined {
	if (rerank === undefined || rerank.queries_past_deadline === 0) return undefined;
	const { queries_past_deadline: missed, queries, deadline_ms: budget } = rerank;
	const share = (100 * missed) / queries;
	const percent = share < 1 ? 'less than 1' : share > 99 && missed < queries ? 'more than 99' : share.toFixed(0);
	return `${percent} % of the queries (${missed} of ${queries}) missed the budget of ${budget} ms for reranking and kept the order before it: another system`;
}
