import type { JudgedRanking } from '../contract.ts';

/** R: how many judged documents of the query have at least this grade, returned or not. */
export function countRelevant(ideal: readonly number[], rel: number): number {
	// The grades are descending, so the count is the index of the first one that is too low.
	let low = 0;
	let high = ideal.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ideal[middle] as number) >= rel) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** How many of the first `cutoff` documents have at least this grade. */
export function countHits({ grades }: JudgedRanking, cutoff: number, rel: number): number {
	const end = Math.min(cutoff, grades.length);
	let hits = 0;
	for (let rank = 0; rank < end; rank++) if ((grades[rank] as number) >= rel) hits++;
	return hits;
}
