import type { Resampled } from './resample.ts';

/**
 * Two-sided p of "the true mean is 0" by the studentised bootstrap (bootstrap-t; Efron 1982, Hall 1992): how far 0 is
 * from the observed mean, in standard errors, among the same distances of the resampled means from the observed one.
 * It is the level at which the bootstrap-t interval touches 0, and never 0 itself.
 *
 * Of the bootstraps of a mean it is the one that keeps its level best when deltas are skewed, which is why verdicts ask
 * it too. A resample without spread is infinitely far on its side.
 */
export function studentisedP(mean: number, standardError: number, { means, standardErrors }: Resampled): number {
	const seen = mean / standardError;
	const tolerance = 1e-9 * Math.max(1, Math.abs(seen));
	let above = 0;
	let below = 0;
	for (let resample = 0; resample < means.length; resample++) {
		const distance = (means[resample] as number) - mean;
		const t = Math.abs(distance) < 1e-12 ? 0 : distance / (standardErrors[resample] as number);
		if (t >= seen - tolerance) above++;
		if (t <= seen + tolerance) below++;
	}
	return Math.min(1, (2 * (Math.min(above, below) + 1)) / (means.length + 1));
}
