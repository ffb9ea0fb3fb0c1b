import { mean, sampleStandardDeviation } from 'simple-statistics';

/** The paired differences challenger - baseline of one metric, a number per query. */
export type Deltas = readonly number[];

/** 0 for no deltas at all. */
export function meanDelta(deltas: Deltas): number {
	return deltas.length === 0 ? 0 : mean(deltas);
}

/** All deltas are the same number: there is no spread to reason from. True for none and for one. */
export function isConstant(deltas: Deltas): boolean {
	return deltas.every((delta) => delta === deltas[0]);
}

/** The sample standard deviation (n - 1), exactly 0 for constant deltas; NaN where one is no finite number. */
export function sdOfDeltas(deltas: Deltas): number {
	if (!deltas.every(Number.isFinite)) return Number.NaN;
	return isConstant(deltas) ? 0 : sampleStandardDeviation(deltas);
}
