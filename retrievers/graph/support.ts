import type { Doc, Ranking } from '../../harness/contract.ts';
import { topCandidates } from '../../harness/ranking.ts';
import type { Seed } from './seeds.ts';

/**
 * Adds to the support of each seed what being a seed is worth: `share` x its weight x the strongest support of any
 * document. Changes `support` in place. Where nothing is supported, nothing is added: seeds that lead nowhere stay out.
 */
export function addSeedShare(support: Float64Array, seeds: readonly Seed[], share: number): void {
	const strongest = support.reduce((most, score) => Math.max(most, score), 0);
	for (const { docIndex, weight } of seeds)
		support[docIndex] = (support[docIndex] as number) + share * weight * strongest;
}

/** The documents with any support, best first, at most `depth`. */
export function supportedRanking(support: Float64Array, corpus: readonly Doc[], depth: number): Ranking {
	const scores = support.map((score) => (score > 0 ? score : Number.NEGATIVE_INFINITY));
	return Array.from(topCandidates(scores, depth), (docIndex) => ({
		docId: (corpus[docIndex] as Doc).id,
		score: scores[docIndex] as number,
	}));
}
