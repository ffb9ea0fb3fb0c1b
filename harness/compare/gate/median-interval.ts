import type { Interval } from '../../stats/bootstrap-interval.ts';

/** The middle of the values; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((x, y) => x - y);
	const middle = sorted.length >> 1;
	const high = sorted[middle] as number;
	return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}

/**
 * The interval of the median by order statistics, which assumes nothing of the values' distribution (the sign test
 * turned round; Conover 1999, "Practical Nonparametric Statistics", 3.2): from the k-th smallest to the k-th largest,
 * the largest k with 2 P(Binomial(n, 1/2) < k) <= alpha. Undefined where not even all the values reach that level:
 * under 6 values at alpha .05.
 */
export function medianInterval(values: readonly number[], alpha: number): Interval | undefined {
	const n = values.length;
	const sorted = [...values].sort((x, y) => x - y);
	let chance = 0.5 ** n;
	let below = chance;
	let k = 0;
	while (2 * below <= alpha) {
		k++;
		chance *= (n - k + 1) / k;
		below += chance;
	}
	if (k === 0) return undefined;
	return { low: sorted[k - 1] as number, high: sorted[n - k] as number };
}

/** The smallest number of values that have an interval at this level. */
export function fewestValues(alpha: number): number {
	return Math.ceil(1 - Math.log2(alpha));
}
