import type { Interval } from '../stats/interval.ts';

export type Verdict = 'win' | 'loss' | 'equivalent' | 'inconclusive';

/** All that a verdict is decided from. */
export interface Evidence {
	readonly meanDelta: number;
	/** Interval of the mean delta at confidence 1 - alpha, of this row alone. */
	readonly interval: Interval;
	/** p of the studentised bootstrap, corrected within the family. */
	readonly studentisedP: number;
	/** p of the two one-sided tests, corrected within the family; undefined without a margin. */
	readonly equivalenceP: number | undefined;
	readonly margin: number | undefined;
	readonly alpha: number;
}

/**
 * The rule, in words:
 *
 * 1. Corrected within the family, the p of the studentised bootstrap is below alpha, AND the interval that is printed
 *    lies wholly on one side of 0: **win** or **loss**.
 * 2. A margin was named, the corrected p of the two one-sided tests is below alpha AND the interval lies wholly inside
 *    (-margin, margin): **equivalent**. That not one query scored differently is no exception: so many queries bound
 *    the true difference by the rule of three, which must lie inside the margin too.
 * 3. Else, and where any of it is not a number, **inconclusive**.
 *
 * The p and the default interval are one construction (`stats/studentised.ts`): p < alpha exactly where the interval at
 * 1 - alpha is off 0. So a corrected p below alpha never stands beside a default interval that holds 0. The reverse is
 * left: an interval off 0 and `inconclusive`, where the correction for the other rows of the family makes the
 * difference ({@link offZeroAlone}); `stats/simultaneous.ts` has the intervals that are corrected likewise. With
 * `--ci bca` or `percentile` the interval is another construction, and rule 1 asks both.
 *
 * The randomisation test is printed beside and is no part of the rule. It keeps its level where the two systems are
 * exchangeable on every query, and rejects too often (7 to 12 %) where the mean is 0 and the deltas lopsided; the
 * studentised p keeps it in both, and agrees with it where few queries moved. What comes out is measured by
 * `scripts/check/interval-coverage.ts`. What no test can see are rare large differences of which the sample holds none: up
 * to about three queries in n (`unmovedBound`).
 */
export function decide(evidence: Evidence): Verdict {
	const { interval, studentisedP, equivalenceP, margin, alpha, meanDelta } = evidence;
	const different = studentisedP < alpha;
	if (different && interval.low > 0 && meanDelta > 0) return 'win';
	if (different && interval.high < 0 && meanDelta < 0) return 'loss';
	const inside = margin !== undefined && interval.low > -margin && interval.high < margin;
	if (inside && equivalenceP !== undefined && equivalenceP < alpha) return 'equivalent';
	return 'inconclusive';
}

/** The interval of the row alone is off 0, yet the row is not told apart once its family is corrected for. */
export function offZeroAlone({ interval, studentisedP, alpha }: Evidence): boolean {
	return (interval.low > 0 || interval.high < 0) && studentisedP >= alpha;
}
