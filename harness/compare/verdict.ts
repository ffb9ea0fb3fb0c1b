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
	/** p of the two one-sided tests, corrected within the family; undefined without a margin or without spread. */
	readonly equivalenceP: number | undefined;
	readonly margin: number | undefined;
	readonly alpha: number;
}

/**
 * The rule, in words:
 *
 * 1. Not one query scored differently: **equivalent**, whatever the margin.
 * 2. The corrected p of the randomisation test is below alpha AND the bootstrap interval lies wholly on one side of 0:
 *    **win** or **loss**.
 * 3. A margin was named, the corrected p of the two one-sided tests is below alpha AND the interval lies wholly inside
 *    (-margin, margin): **equivalent**.
 * 4. Else **inconclusive**.
 *
 * Why two conditions each time: for few queries and mostly-zero deltas the BCa interval alone excludes 0 too often
 * (measured: 8 to 10 % at a nominal 5 % for 20 to 40 queries of which a tenth moved; `scripts/bench-coverage.ts`),
 * while the randomisation test keeps its level for every n and every distribution whenever the two systems are
 * exchangeable, and the correction keeps that of the family. The interval in turn guards against lopsided deltas, to
 * which the randomisation test is blind. Requiring both can only make a verdict rarer.
 */
export function decide(evidence: Evidence): Verdict {
	const { identical, interval, correctedP, equivalenceP, margin, alpha, meanDelta } = evidence;
	if (identical) return 'equivalent';
	if (correctedP < alpha && interval.low > 0 && meanDelta > 0) return 'win';
	if (correctedP < alpha && interval.high < 0 && meanDelta < 0) return 'loss';
	const inside = margin !== undefined && interval.low > -margin && interval.high < margin;
	if (inside && equivalenceP !== undefined && equivalenceP < alpha) return 'equivalent';
	return 'inconclusive';
}
