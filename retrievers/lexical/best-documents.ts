import type { Doc } from '../../harness/contract.ts';
import { topCandidates } from '../../harness/ranking.ts';

/** The rank of each document by importance, highest first, then corpus order; by docIndex, from 0. */
export function ranksByImportance(corpus: readonly Doc[]): Int32Array {
	const importance = Float64Array.from(corpus, (doc) => doc.importance);
	const byImportance = Int32Array.from(corpus.keys());
	byImportance.sort((x, y) => (importance[y] as number) - (importance[x] as number) || x - y);
	const ranks = new Int32Array(corpus.length);
	byImportance.forEach((docIndex, rank) => {
		ranks[docIndex] = rank;
	});
	return ranks;
}

/**
 * The best `depth` documents by score, ties by their `tieRank` (lower is better, all distinct); those scored `none` or
 * less are left out. Only documents that tie with the last of them are looked at twice, so the order of ties costs next to nothing.
 */
export function bestDocuments(
	scores: Float64Array,
	tieRank: Int32Array,
	depth: number,
	none = Number.NEGATIVE_INFINITY,
): Int32Array {
	const rankOf = (docIndex: number): number => tieRank[docIndex] as number;
	const top = topCandidates(scores, depth).filter((docIndex) => (scores[docIndex] as number) > none);
	const last = scores[top.at(-1) ?? 0] as number;
	const best = top.filter((docIndex) => (scores[docIndex] as number) > last);
	best.sort((x, y) => (scores[y] as number) - (scores[x] as number) || rankOf(x) - rankOf(y));

	const tied: number[] = [];
	if (top.length > 0)
		for (let docIndex = 0; docIndex < scores.length; docIndex++) if (scores[docIndex] === last) tied.push(docIndex);
	const kept = topCandidates(
		Float64Array.from(tied, (docIndex) => -rankOf(docIndex)),
		top.length - best.length,
	);
	top.set(best);
	top.set(
		kept.map((i) => tied[i] as number),
		best.length,
	);
	return top;
}
