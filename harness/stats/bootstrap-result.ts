import type { IntervalMethodName } from './bootstrap-interval.ts';
import type { Interval } from './interval.ts';
import type { Intraclass } from './intraclass.ts';

/** How the clusters of a mean were reckoned with. */
export interface Clustering extends Intraclass {
	/** `wild`: sign flips of whole clusters, where there are few; `bootstrap`: clusters resampled. */
	readonly method: 'wild' | 'bootstrap';
}

export interface BootstrapResult {
	readonly interval: Interval;
	/** P(Δ <= 0): share of resampled mean deltas that are 0 or less. */
	readonly shareAtMostZero: number;
	/**
	 * Two-sided p of "the mean delta is 0" by the studentised bootstrap: 1 - the confidence at which the studentised
	 * interval touches 0. So it is below alpha exactly where that interval at 1 - alpha is off 0.
	 */
	readonly studentisedP: number;
	/** The interval by the same method from the same resamples at another confidence. */
	readonly at: (confidence: number) => Interval;
	/** One-sided p of "the mean delta is `value` or less" by the studentised bootstrap, and of "`value` or more". */
	readonly pAtMost: (value: number) => number;
	readonly pAtLeast: (value: number) => number;
	/** Where queries come in clusters of more than one: how that was reckoned with. */
	readonly clustering?: Clustering;
}

export interface BootstrapSettings {
	/** B, the number of resamples. */
	readonly resamples: number;
	readonly confidence: number;
	readonly method: IntervalMethodName;
	readonly seed: number;
	/**
	 * By column, the largest size that a delta can have: the metric's largest value. Bounds the interval and says how far
	 * the mean can be off where nothing or little moved. Absent: 1, or the largest delta seen where that is larger.
	 */
	readonly max?: readonly number[];
	/** By row, the cluster that it belongs to; absent: every row is independent. */
	readonly clusters?: readonly string[] | undefined;
}
