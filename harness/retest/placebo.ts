import type { IndexedRanking } from '../contract.ts';
import type { KeptLegs } from '../fusion/kept-legs.ts';
import { randomStream, shuffled } from '../random.ts';

/**
 * The system with the leg's documents in random order, per query: the same documents at the same scores, and no
 * knowledge of which is better. `copy` numbers independent shuffles. Only what counts is shuffled: documents below the
 * depth stay out.
 */
export function placeboLegs(kept: KeptLegs, leg: string, seed: number, copy: number): KeptLegs {
	const depth = kept.pipeline.legs.find(({ name }) => name === leg)?.depth ?? 0;
	return {
		...kept,
		legs: kept.legs.map((entry) =>
			entry.name === leg
				? {
						...entry,
						rankings: entry.rankings.map((ranking, place) =>
							shuffle(ranking, depth, seed, `retest/placebo/${leg}/${copy}/${kept.queries[place]?.id}`),
						),
					}
				: entry,
		),
	};
}

/** Whether there is an order to shuffle: some list of the leg holds two documents or more. */
export function canShuffle(kept: KeptLegs, leg: string): boolean {
	return kept.legs.some(({ name, rankings }) => name === leg && rankings.some(({ docs }) => docs.length > 1));
}

function shuffle({ docs, scores }: IndexedRanking, depth: number, seed: number, stream: string): IndexedRanking {
	return {
		docs: Int32Array.from(shuffled([...docs.subarray(0, depth)], randomStream(seed, stream))),
		scores: scores.subarray(0, depth),
	};
}
