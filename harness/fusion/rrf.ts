import type { Fusion } from '../contract.ts';

/**
 * Reciprocal rank fusion: sum over the legs that return the document of w / (k + rank), a missing document
 * contributing nothing (Cormack, Clarke & Buettcher, SIGIR 2009; k = 60 there).
 *
 * `rank_base` is the rank of the first document: 1 as in the paper; some engines count from 0.
 */
export const rrf: Fusion<{ k: number; rank_base: number }> = {
	name: 'rrf',
	summary: 'reciprocal rank fusion: sum of w / (k + rank)',
	defaults: { k: 60, rank_base: 1 },
	help: { k: 'the constant of the denominator', rank_base: 'rank of the first document (1 or 0)' },
	score(pool, weights, { k, rank_base }, out) {
		out.fill(0);
		pool.legs.forEach((leg, i) => {
			const weight = weights[i] as number;
			const offset = k + rank_base - 1;
			leg.order.forEach((candidate, place) => {
				out[candidate] = (out[candidate] as number) + weight / (offset + place + 1);
			});
		});
	},
};
