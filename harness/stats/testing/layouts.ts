import type { StratumRows } from '../resample.ts';

/** How many queries lie in which stratum. */
export interface Layout {
	readonly name: string;
	/** Sizes of the strata of `n` queries; they add up to `n`. */
	readonly sizes: (n: number) => readonly number[];
}

const inStrataOf = (size: number, n: number): number[] =>
	Array.from({ length: Math.ceil(n / size) }, (_, i) => Math.min(size, n - i * size));

/** One stratum, a few as datasets have them, and many tiny ones. */
export const layouts: readonly Layout[] = [
	{ name: 'one', sizes: (n) => [n] },
	{ name: 'four', sizes: (n) => [0.4, 0.3, 0.2, 0.1].map((share) => Math.round(share * n)) },
	{ name: 'large + twos', sizes: (n) => [n / 2, ...inStrataOf(2, n / 2)] },
	{ name: 'twos', sizes: (n) => inStrataOf(2, n) },
	{ name: 'ones', sizes: (n) => inStrataOf(1, n) },
];

export function strataOf(sizes: readonly number[]): readonly StratumRows[] {
	let next = 0;
	return sizes.map((size, i) => ({ name: `s${i}`, rows: Array.from({ length: size }, () => next++) }));
}
