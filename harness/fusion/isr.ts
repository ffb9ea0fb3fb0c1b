import type { Fusion } from '../contract.ts';
import { absentOption } from './absent.ts';
import { sumByRank, timesLegsReturning } from './rank-sum.ts';

const options = { absent: absentOption('zero') };

/**
 * Inverse square rank: (number of legs that return the document) x sum over legs of w / rank^2, rank from 1 (Mourao,
 * Martins & Magalhaes, "Inverse square rank fusion for multimodal search", CBMI 2014).
 *
 * A missing document contributes nothing (`absent=zero`) or w / (n + 1)^2 after a leg of n documents (`union`); either
 * way only legs that really return it are counted.
 */
export const isr: Fusion<typeof options> = {
	name: 'isr',
	summary: 'inverse square rank: legs returning it x sum of w / rank^2',
	options,
	score(pool, weights, { absent }, out) {
		sumByRank(pool, weights, (rank) => 1 / (rank * rank), absent, out);
		timesLegsReturning(pool, out);
	},
};
