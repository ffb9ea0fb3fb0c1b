import type { DocId, IndexedRanking, Qrels, Query, QueryId } from '../contract.ts';
import { randomStream, shuffled } from '../random.ts';

/** One document to judge for one query. */
export interface PoolItem {
	readonly queryId: QueryId;
	readonly docId: DocId;
	/** A judgment that was there before: nobody is asked again. */
	readonly grade?: number;
}

export interface PoolTask {
	readonly corpus: readonly { readonly id: DocId }[];
	readonly queries: readonly Pick<Query, 'id'>[];
	/** By run, then queryIndex. */
	readonly rankings: readonly (readonly IndexedRanking[])[];
	/** How far down each ranking goes into the pool. */
	readonly depth: number;
	/** Judgments that are carried along. */
	readonly judged: Qrels;
	readonly seed: number;
	/**
	 * Only documents that some runs have in their top `depth` and others have not: what tells the runs apart by what they
	 * return. Where all agree nothing is judged, so shares of all relevant documents (recall) can't be taken from it.
	 */
	readonly changed?: boolean;
}

/**
 * Depth-k pooling (Spärck Jones & van Rijsbergen 1975, as TREC does it): per query the union of every run's top
 * `depth`, queries in the dataset's order. Within a query the documents are shuffled, so that their order tells nothing
 * of which system found them or how high; the same runs in any order, with the same seed, give the same pool. Each
 * query draws from its own stream (`pool/<query id>`), so that leaving one out moves no other.
 */
export function poolRuns(task: PoolTask): readonly PoolItem[] {
	const { corpus, queries, rankings, depth, judged, seed, changed = false } = task;
	return queries.flatMap(({ id: queryId }, queryIndex) => {
		const runsWith = new Map<number, number>();
		for (const run of rankings)
			for (const doc of run[queryIndex]?.docs.subarray(0, depth) ?? []) runsWith.set(doc, (runsWith.get(doc) ?? 0) + 1);
		const pooled = [...runsWith].filter(([, runs]) => !changed || runs < rankings.length).map(([doc]) => doc);
		const inCorpusOrder = pooled.sort((x, y) => x - y);
		return shuffled(inCorpusOrder, randomStream(seed, `pool/${queryId}`)).map((doc) => {
			const docId = (corpus[doc] as { id: DocId }).id;
			const grade = judged.get(queryId)?.get(docId);
			return { queryId, docId, ...(grade === undefined ? {} : { grade }) };
		});
	});
}
