import type { IndexedRanking, JsonObject } from '../../harness/contract.ts';
import { dot, rowsOf, searchMatrix, vectorSearch } from '../dense/vector-search.ts';

/** The documents that an approximate search found for one query. */
export interface Found {
	readonly vector: Float32Array;
	/** Corpus indices, best first. */
	readonly docs: readonly number[];
	readonly depth: number;
	/** Whether the plan read the index; if not, the search was exact. */
	readonly byIndex: boolean;
}

const CUTOFF = 10;
/** Distances that differ less are ties: engines add the products up in different orders. */
const SAME = 1e-6;

/**
 * How much of exact search an approximate one finds: per query the share of the exact top k among its own top k, a tie
 * with the k-th counting as found, averaged (recall@k of ANN-Benchmarks, Aumüller, Bernhardsson & Faithfull, 2020).
 *
 * @param matrix the vectors that were searched, one per row, as the database stores them
 * @param rows the corpus index of each row, ascending
 */
export function overlapFacts(
	found: Iterable<Found>,
	matrix: Float32Array,
	dimensions: number,
	rows: readonly number[],
): JsonObject {
	const all = [...found].filter(({ depth }) => depth > 0);
	// Asked before the first query, it is asked for nothing but its form.
	const searched = all.length === 0 ? [] : rowsOf(matrix, dimensions);
	const search = vectorSearch(searchMatrix(searched, dimensions), searched.length);
	const rowOf = new Map(rows.map((docIndex, row) => [docIndex, row]));
	let overlap10 = 0;
	let overlapDepth = 0;
	let short = 0;
	// Most often there is one depth: all queries at once.
	const exactly = new Map<Found, IndexedRanking>();
	for (const depth of new Set(all.map((one) => one.depth))) {
		const alike = all.filter((one) => one.depth === depth);
		const rankings = search.searchAll(
			alike.map(({ vector }) => vector),
			depth,
		);
		for (const [i, one] of alike.entries()) exactly.set(one, rankings[i] as IndexedRanking);
	}
	search.close();
	for (const one of all) {
		const { vector, docs, depth } = one;
		const exact = exactly.get(one) as IndexedRanking;
		const scores = docs.map((doc) => dot(matrix, (rowOf.get(doc) as number) * dimensions, vector, 0, dimensions));
		const share = (k: number): number => {
			const most = Math.min(k, rows.length);
			if (most === 0) return 1;
			const least = (exact.scores[most - 1] as number) - SAME;
			return scores.slice(0, k).filter((score) => score >= least).length / most;
		};
		overlap10 += share(Math.min(CUTOFF, depth));
		overlapDepth += share(depth);
		if (docs.length < Math.min(depth, rows.length)) short++;
	}
	const mean = (sum: number): number | null => (all.length === 0 ? null : Number((sum / all.length).toFixed(6)));
	return {
		queries: all.length,
		queries_by_index: all.filter(({ byIndex }) => byIndex).length,
		overlap_at_10: mean(overlap10),
		overlap_at_depth: mean(overlapDepth),
		queries_with_fewer_than_depth: short,
	};
}
