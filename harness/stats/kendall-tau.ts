/**
 * Kendall's tau of two orders of the same items: (pairs in the same order - pairs in opposite order) / all pairs, from
 * -1 (backwards) to 1 (the same). `ranks[i]` is the place in the second order of the item at place i of the first;
 * all distinct. Undefined for fewer than two items. Source: Kendall, Biometrika 30, 1938.
 */
export function kendallTau(ranks: readonly number[]): number | undefined {
	if (ranks.length < 2) return undefined;
	let balance = 0;
	for (let i = 0; i < ranks.length; i++)
		for (let j = i + 1; j < ranks.length; j++) balance += (ranks[i] as number) < (ranks[j] as number) ? 1 : -1;
	return balance / ((ranks.length * (ranks.length - 1)) / 2);
}
