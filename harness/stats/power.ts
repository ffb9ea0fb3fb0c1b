import { bisect } from './bisect.ts';
import { fewest } from './fewest.ts';
import { noncentralTUpper } from './noncentral-t.ts';
import { studentTQuantile } from './student-t.ts';

/** Beyond it an effect counts as beyond any dataset. */
const MOST_QUERIES = 1e12;

/**
 * Power of the two-sided paired t test, from the noncentral t distribution (as R's pwr.t.test does it, both tails
 * counted). `dz` is the true mean delta over the sd of the deltas, `n` the number of queries (>= 2), `alpha` the level.
 */
export function power(dz: number, n: number, alpha: number): number {
	const df = n - 1;
	return powerBeyond(studentTQuantile(1 - alpha / 2, df), dz, n);
}

/**
 * The smallest mean delta that `n` queries find with the given power, in units of the sd of the deltas. Undefined for
 * fewer than two queries.
 */
export function minimumDetectableEffect(n: number, alpha: number, wantedPower: number): number | undefined {
	if (n < 2) return undefined;
	const critical = studentTQuantile(1 - alpha / 2, n - 1);
	let high = (2 * (critical + 3)) / Math.sqrt(n);
	while (powerBeyond(critical, high, n) < wantedPower) high *= 2;
	return bisect((dz) => powerBeyond(critical, dz, n) - wantedPower, 0, high);
}

/**
 * The number of queries that a true effect `dz` needs to be found with the given power: the smallest n whose power
 * reaches it. Infinity for an effect of 0.
 */
export function queriesNeeded(dz: number, alpha: number, wantedPower: number): number {
	if (dz === 0) return Number.POSITIVE_INFINITY;
	return fewest((n) => power(Math.abs(dz), n, alpha) >= wantedPower, MOST_QUERIES);
}

function powerBeyond(critical: number, dz: number, n: number): number {
	const noncentrality = dz * Math.sqrt(n);
	const df = n - 1;
	return noncentralTUpper(critical, df, noncentrality) + noncentralTUpper(critical, df, -noncentrality);
}
