import type { Deltas } from './deltas.ts';

/**
 * Pseudo-observations added for deltas that all but tie: one on either side, as Agresti & Coull (1998) and Agresti & Min
 * (2005) do.
 */
const PSEUDO = 2;
/** Weight of the largest possible delta in the size of an unseen one, in observations. */
const PRIOR = 0.25;

/**
 * A term for the squared standard error of the mean of `deltas`, because the spread of mostly tied deltas says too
 * little about the deltas that were not drawn: the variance of two pseudo-observations, one above and one below the most
 * common delta (0 as a rule), weighted by the share of the deltas that tie there:
 *
 *     floor = 2 tied/n c² / n²,   c² = (Σ (d - common)² + 0.25 R²) / (moved + 0.25)
 *
 * c is the size of a usual move, and R the largest size there can be, which counts as a quarter of an observation: it
 * decides where nearly nothing moved and is not felt where much did. Without ties the floor is of order 1/n³ and without
 * moves the t interval on it is the rule of three (2.8 to 3 R / n). With moves of one size the t test on it agrees with
 * the sign test (5 moves of 5 in one direction: .06 for either). The two constants were chosen by measured coverage and
 * length, see `scripts/check/interval-coverage.ts`. `max`: the largest size a delta can have.
 */
export function varianceFloor(deltas: Deltas, max: number): number {
	const n = deltas.length;
	if (n === 0) return 0;
	const counts = new Map<number, number>();
	for (const delta of deltas) {
		// Differences of ratios carry rounding: the same delta, within it.
		const key = Math.round(delta * 1e12);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	let tied = 0;
	for (const count of counts.values()) tied = Math.max(tied, count);
	let size = 0;
	// Several most common deltas: the one that leaves the widest floor, whichever run comes first.
	for (const [key, count] of counts)
		if (count === tied) size = Math.max(size, squaredMove(deltas, key / 1e12, n - tied, max));
	return (PSEUDO * (tied / n) * size) / n ** 2;
}

function squaredMove(deltas: Deltas, common: number, moved: number, max: number): number {
	const squares = deltas.reduce((sum, delta) => sum + (delta - common) ** 2, 0);
	return (squares + PRIOR * (max + Math.abs(common)) ** 2) / (moved + PRIOR);
}
