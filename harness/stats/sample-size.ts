import { fewest } from './fewest.ts';
import { queriesNeeded } from './power.ts';
import { studentTQuantile } from './student-t.ts';

/**
 * Topic set size design: how many queries a dataset should have, before it is built (Sakai, "Topic set size design",
 * Information Retrieval Journal 19(3), 2016, after Nagata 2003). Both designs are of one pair of systems and take the sd
 * of its paired deltas.
 */

/**
 * The fewest queries with which a two-sided paired t test at `level` finds a true mean delta of `difference` with
 * `wanted` power. (Sakai's samplesizeTTEST: alpha, beta = 1 - power, minD = difference, variance of the deltas = sd².)
 * 2 where the deltas have no spread.
 */
export function queriesForPower(difference: number, sd: number, level: number, wanted: number): number {
	return sd === 0 ? 2 : queriesNeeded(difference / sd, level, wanted);
}

/**
 * The fewest queries with which the confidence interval of a mean delta, from Student's t, is expected to be no wider
 * than `width` from end to end: 2 t E(s) / sqrt(n), and s is sd x sqrt(2 / (n - 1)) Γ(n/2) / Γ((n-1)/2) on average
 * (Sakai's samplesizeCI). Infinity above ten million.
 */
export function queriesForWidth(width: number, sd: number, level: number): number {
	if (sd === 0) return 2;
	return fewest((n) => expectedWidth(n, sd, level) <= width, MOST);
}

/** Mean width of the interval of `n` >= 2 normal deltas. */
export function expectedWidth(n: number, sd: number, level: number): number {
	return (2 * studentTQuantile(1 - level / 2, n - 1) * sd * meanOfSd(n)) / Math.sqrt(n);
}

/** E(s) / sigma of `n` normal numbers, c4 of quality control: sqrt(2 / (n - 1)) Γ(n/2) / Γ((n-1)/2). */
function meanOfSd(n: number): number {
	// From c4(2) = sqrt(2 / pi), by c4(n) c4(n + 1) = sqrt((n - 1) / n); of many, by its series.
	if (n > 300) return 1 - 1 / (4 * n) - 7 / (32 * n * n) - 19 / (128 * n ** 3);
	let c4 = Math.sqrt(2 / Math.PI);
	for (let m = 2; m < n; m++) c4 = Math.sqrt((m - 1) / m) / c4;
	return c4;
}

const MOST = 1e7;
