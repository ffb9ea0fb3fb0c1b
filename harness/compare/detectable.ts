import type { Effect } from '../stats/effect.ts';
import { detectableEffect } from '../stats/power.ts';

/**
 * The smallest delta that a comparison like the one seen finds with the given power at a two-sided `level`: what the
 * paired t test finds, from the sd of the deltas, but never less than the randomisation test can. That one says "win"
 * only from a number of moved queries on, whatever their sd; where few moved, the sd seen is too small to go by.
 * Undefined where the deltas have no spread.
 */
export function smallestDelta({ n, sd, meanMove }: Effect, level: number, power: number): number | undefined {
	const smallest = detectableEffect(n, level, power);
	if (smallest === undefined || sd === 0) return undefined;
	return Math.max(smallest * sd, (fewestMoves(level) * meanMove) / n);
}

/** Queries that must move, all the same way and equally far, for a two-sided randomisation p below `level`. */
export function fewestMoves(level: number): number {
	let moves = 1;
	while (2 / 2 ** moves >= level) moves++;
	return moves;
}
