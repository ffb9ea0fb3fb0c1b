import type { ForestRow } from './figure.ts';

/** A band may widen the picture to this many times what the intervals need; what is wider is cut off at the edge. */
const WIDEN = 1.5;

/**
 * What the scale of a forest plot spans: every interval, every limit and 0, and the bands of the MDE as far as the
 * intervals stay readable beside them.
 */
export function forestReach(rows: readonly ForestRow[]): readonly [low: number, high: number] {
	const ends = rows.flatMap(({ delta, low, high, limit }) => [
		delta,
		low,
		high,
		...(limit === undefined ? [] : [limit]),
	]);
	const low = Math.min(0, ...ends);
	const high = Math.max(0, ...ends);
	const most = WIDEN * Math.max(-low, high);
	const bands = rows.flatMap(({ mde }) => [-(mde?.loss ?? 0), mde?.gain ?? 0]);
	return [
		Math.max(Math.min(low, ...bands), Math.min(low, -most)),
		Math.min(Math.max(high, ...bands), Math.max(high, most)),
	];
}

/** The differences of a row that would not have been found, cut off at the ends of the scale; undefined: none to show. */
export function bandOf(
	{ mde }: ForestRow,
	[low, high]: readonly [number, number],
): readonly [from: number, to: number] | undefined {
	if (mde === undefined) return undefined;
	return [
		mde.loss === undefined ? low : Math.max(low, -mde.loss),
		mde.gain === undefined ? high : Math.min(high, mde.gain),
	];
}
