import type { Interval } from '../stats/bootstrap-interval.ts';

export type Verdict = 'win' | 'loss' | 'equivalent' | 'inconclusive';

/** All that a verdict is decided from. */
export interface Evidence {
	readonly meanDelta: number;
	/** No query scored differently. */
	readonly identical: boolean;
	/** Bootstrap interval of the mean delta at confidence 1 - alpha. */
	readonly interval: Interval;
	/** p of the randomisation test, corrected within the family. */
	readonly correctedP: number;
	/** p of the studentised bootstrap, corrected within the family. */
	readonly studentisedP: number;
	/** p of the two one-sided tests, corrected within the family; undefined without a margin or without spread. */
	readonly equivalenceP: number | undefined;
	readonly margin: number | undefined;
	readonly alpha: number;
}

/**
 * The rule, in words:
 *
 * 1. Not one query scored differently: **equivalent**, whatever the margin.
 * 2. Corrected within the family, both the p of the randomisation test and that of the studentised bootstrap are below
 *    alpha, AND the interval that is printed lies wholly on one side of 0: **win** or **loss**.
 * 3. A margin was named, the corrected p of the two one-sided tests is below alpha AND the interval lies wholly inside
 *    (-margin, margin): **equivalent**.
 * 4. Else **inconclusive**.
 *
 * Why more than the interval: with few queries of which most don't move, BCa alone excludes 0 too often (measured on
 * 40 queries at a nominal 5 %: 6 % where a fifth of them moves, 10 % where a tenth does, 8 % for reciprocal ranks). The
 * randomisation test keeps its level for any number of queries and any deltas as long as the two systems are
 * exchangeable, and the correction that of the family. It is blind to lopsided deltas of mean 0, where it rejects too
 * often; there the studentised bootstrap is the stricter one. Requiring all can only make a verdict rarer; what comes
 * out is measured by `scripts/check/interval-coverage.ts`. What no test can see are rare large differences of which the sample
 * holds none.
 */
export function decide(evidence: Evidence): Verdict {
	const { identical, interval, correctedP, studentisedP, equivalenceP, margin, alpha, meanDelta } = evidence;
	if (identical) return 'equivalent';
	const different = correctedP < alpha && studentisedP < alpha;
	if (different && interval.low > 0 && meanDelta > 0) return 'win';
	if (different && interval.high < 0 && meanDelta < 0) return 'loss';
	const inside = margin !== undefined && interval.low > -margin && interval.high < margin;
	if (inside && equivalenceP !== undefined && equivalenceP < alpha) return 'equivalent';
	return 'inconclusive';
}
