import { meanDelta, sdOfDeltas } from './deltas.ts';
import type { Interval } from './interval.ts';
import { studentTQuantile, studentTUpper } from './student-t.ts';

export interface ResampledT {
	readonly mean: number;
	readonly standardError: number;
	readonly df: number;
	readonly interval: Interval;
	/** Two-sided. */
	readonly p: number;
}

/**
 * The corrected resampled t test (Nadeau & Bengio 2003; for repeated k-fold cross-validation Bouckaert & Frank 2004):
 * is the mean difference over folds 0? Folds share their training queries, so their differences vary less than
 * independent ones would; the variance s² is therefore taken times (1 / J + 1 / (folds - 1)) for J differences, with
 * J - 1 degrees of freedom. A plain test of averaged held-out values calls noise a finding.
 *
 * `units`: how many independent units the folds were dealt from, where those are few (clusters of queries); the degrees
 * of freedom are then at most units - 1, for folds dealt anew from five conversations hold no more than five conversations.
 *
 * `deltas`: the mean difference on each held-out fold, of every repeat. Without spread the interval is the point, and p
 * is 1: nothing can be said from it. From one unit there is no interval: NaN.
 */
export function resampledT(
	deltas: readonly number[],
	folds: number,
	confidence: number,
	units = deltas.length,
): ResampledT {
	const mean = meanDelta(deltas);
	const standardError = sdOfDeltas(deltas) * Math.sqrt(1 / deltas.length + 1 / (folds - 1));
	const df = Math.min(deltas.length, units) - 1;
	const nothing = Number.isFinite(mean) ? 1 : Number.NaN;
	if (df < 1) return { mean, standardError, df, interval: { low: Number.NaN, high: Number.NaN }, p: nothing };
	if (standardError === 0) return { mean, standardError, df, interval: { low: mean, high: mean }, p: nothing };
	const reach = studentTQuantile((1 + confidence) / 2, df) * standardError;
	return {
		mean,
		standardError,
		df,
		interval: { low: mean - reach, high: mean + reach },
		p: Math.min(1, 2 * studentTUpper(Math.abs(mean) / standardError, df)),
	};
}
