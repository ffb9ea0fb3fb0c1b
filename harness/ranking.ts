import type { DocId, IndexedRanking, Ranking } from './contract.ts';
import { BenchError } from './errors.ts';

/** The docIndex (0-based) of each doc id. */
export type CorpusOrder = ReadonlyMap<DocId, number>;

export function corpusOrder(corpus: readonly { readonly id: DocId }[]): CorpusOrder {
	return new Map(corpus.map((doc, docIndex) => [doc.id, docIndex]));
}

/**
 * THE order: score descending, then corpus order. Takes whatever a retriever returned and gives its ranking by corpus
 * index, cut to `depth`. An unknown id, a document that is returned twice or a score that is not a finite number is an
 * error of the retriever, said with `source` (its name) and the query's id.
 */
export function toIndexed(
	ranking: Ranking,
	order: CorpusOrder,
	depth: number,
	source: { readonly retriever: string; readonly queryId: string },
): IndexedRanking {
	const entries: { docIndex: number; score: number }[] = [];
	const seen = new Set<number>();
	for (const { docId, score } of ranking) {
		const docIndex = order.get(docId);
		if (docIndex === undefined)
			throw new BenchError(
				'plugin',
				`${source.retriever} returned "${docId}" for query ${source.queryId}, which is not a document of the corpus`,
				{
					hint: 'A retriever may only return ids of the corpus it was given; ids are compared as text.',
				},
			);
		if (seen.has(docIndex))
			throw new BenchError(
				'plugin',
				`${source.retriever} returned document ${docId} twice for query ${source.queryId}`,
				{
					hint: 'A document may stand once in a ranking: keep its best score.',
				},
			);
		if (!Number.isFinite(score))
			throw new BenchError(
				'plugin',
				`${source.retriever} gave document ${docId} the score ${score} for query ${source.queryId}`,
				{
					hint: 'Scores are finite numbers, higher is better.',
				},
			);
		seen.add(docIndex);
		// One zero: -0 would not survive JSON, and a kept ranking must equal a fresh one to the bit.
		entries.push({ docIndex, score: score === 0 ? 0 : score });
	}
	entries.sort((x, y) => y.score - x.score || x.docIndex - y.docIndex);
	const kept = entries.length > depth ? entries.slice(0, depth) : entries;
	return { docs: Int32Array.from(kept, (e) => e.docIndex), scores: Float64Array.from(kept, (e) => e.score) };
}

/** Back to ids, as plugins and files speak. */
export function toRanking(indexed: IndexedRanking, corpus: readonly { readonly id: DocId }[]): Ranking {
	return Array.from(indexed.docs, (docIndex, rank) => ({
		docId: (corpus[docIndex] as { id: DocId }).id,
		score: indexed.scores[rank] as number,
	}));
}

/**
 * The best `depth` candidates of a scored pool, best first: score descending, then the lower candidate number, which
 * is corpus order. Candidates scored -Infinity are not ranked at all. `scores` is left as it is.
 */
export function topCandidates(scores: Float64Array, depth: number, length = scores.length): Int32Array {
	// A binary heap of the kept candidates with the worst on top: O(n log depth), no comparator calls, no boxing.
	const heap = new Int32Array(Math.min(depth, length));
	let size = 0;
	const worse = (x: number, y: number): boolean => {
		const sx = scores[x] as number;
		const sy = scores[y] as number;
		return sx < sy || (sx === sy && x > y);
	};
	const siftDown = (start: number, end: number): void => {
		let parent = start;
		const moved = heap[parent] as number;
		for (;;) {
			let child = 2 * parent + 1;
			if (child >= end) break;
			if (child + 1 < end && worse(heap[child + 1] as number, heap[child] as number)) child++;
			if (!worse(heap[child] as number, moved)) break;
			heap[parent] = heap[child] as number;
			parent = child;
		}
		heap[parent] = moved;
	};
	let worst = Number.NEGATIVE_INFINITY;
	for (let candidate = 0; candidate < length; candidate++) {
		const score = scores[candidate] as number;
		if (size < heap.length) {
			if (score === Number.NEGATIVE_INFINITY) continue;
			let child = size++;
			while (child > 0) {
				const parent = (child - 1) >> 1;
				if (!worse(candidate, heap[parent] as number)) break;
				heap[child] = heap[parent] as number;
				child = parent;
			}
			heap[child] = candidate;
			worst = scores[heap[0] as number] as number;
		} else if (size > 0 && score > worst) {
			// One that ties with the worst has the higher number, and stays out.
			heap[0] = candidate;
			siftDown(0, size);
			worst = scores[heap[0] as number] as number;
		}
	}
	// Heap sort: the worst moves to the end, again and again.
	for (let end = size - 1; end > 0; end--) {
		const worst = heap[0] as number;
		heap[0] = heap[end] as number;
		heap[end] = worst;
		siftDown(0, end);
	}
	return size === heap.length ? heap : heap.slice(0, size);
}
