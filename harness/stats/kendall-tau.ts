import { kendallTauB } from './kendall-tau-b.ts';

/**
 * Kendall's tau of two orders of the same items: (pairs in the same order - pairs in opposite order) / all pairs, from
 * -1 (backwards) to 1 (the same). `ranks[i]` is the rank in the second order of the item at rank i of the first;
 * all distinct. Undefined for fewer than two items. Source: Kendall, Biometrika 30, 1938.
 */
export function kendallTau(ranks: readonly number[]): number | undefined {
	// Without ties tau-b is tau.
	return kendallTauB([...ranks.keys()], ranks);
}
