/**
 * The least n >= 2 for which `enough` holds, where it holds for every larger n too: doubled until it does, then halved.
 * Infinity where it does not hold at the first power of two above `most`.
 */
export function fewest(enough: (n: number) => boolean, most: number): number {
	let high = 2;
	while (!enough(high)) {
		if (high > most) return Number.POSITIVE_INFINITY;
		high *= 2;
	}
	let low = high === 2 ? 1 : high / 2;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (enough(middle)) high = middle;
		else low = middle;
	}
	return high;
}
