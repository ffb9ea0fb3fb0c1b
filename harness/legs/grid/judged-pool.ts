import type { JudgedRanking, Pool } from '../../contract.ts';
import { gradesOf, type JudgedQuery, UNJUDGED } from '../../metrics/judged.ts';
import { topCandidates } from '../../ranking.ts';

/** A pool with its judgments looked up once: scored again and again under other weights. */
export interface JudgedPool {
	readonly pool: Pool;
	/** By candidate, -1 where unjudged. */
	readonly grades: Int8Array;
	/** Candidates with a judgment. */
	readonly judged: Int32Array;
	readonly ideal: readonly number[];
}

export function judgePool(pool: Pool, query: JudgedQuery): JudgedPool {
	const grades = gradesOf(query, pool.docs);
	const judged = Int32Array.from(pool.docs.keys()).filter((candidate) => grades[candidate] !== UNJUDGED);
	return { pool, grades, judged, ideal: query.ideal };
}

/** Up to this many judged candidates their ranks are counted one by one; beyond, sorting is quicker. */
const COUNTED = 12;

/**
 * Fills `buffer` (whose length is the depth) with the grades by rank of a scored pool, and returns how long the
 * ranking is. The same grades as sorting gives, but a document without judgment needs no rank of its own: the rank of a
 * judged one is 1 + the number of candidates that stand before it.
 */
export function gradesByRank({ grades, judged }: JudgedPool, scores: Float64Array, buffer: Int8Array): number {
	if (judged.length > COUNTED) {
		const ranked = topCandidates(scores, buffer.length);
		for (let rank = 0; rank < ranked.length; rank++) buffer[rank] = grades[ranked[rank] as number] as number;
		return ranked.length;
	}
	let ranked = 0;
	for (let candidate = 0; candidate < scores.length; candidate++)
		if (scores[candidate] !== Number.NEGATIVE_INFINITY) ranked++;
	const length = Math.min(ranked, buffer.length);
	buffer.fill(UNJUDGED, 0, length);
	for (let i = 0; i < judged.length; i++) {
		const candidate = judged[i] as number;
		const score = scores[candidate] as number;
		let before = 0;
		for (let other = 0; other < candidate; other++) if ((scores[other] as number) >= score) before++;
		for (let other = candidate + 1; other < scores.length; other++) if ((scores[other] as number) > score) before++;
		// Whoever was taken out has all the ranked ones before it.
		if (before < length) buffer[before] = grades[candidate] as number;
	}
	return length;
}

/** One view of the buffer per length, so that a short ranking looks as short as it is and nothing is allocated. */
export function viewsByLength(buffer: Int8Array): (length: number, ideal: readonly number[]) => JudgedRanking {
	const views = Array.from({ length: buffer.length + 1 }, (_, length) => buffer.subarray(0, length));
	return (length, ideal) => ({ grades: views[length] as Int8Array, ideal });
}
