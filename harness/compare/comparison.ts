import type { Interval, IntervalMethodName } from '../stats/bootstrap-interval.ts';
import type { CorrectionName } from '../stats/corrections.ts';
import type { Effect } from '../stats/effect.ts';
import type { Mover } from './movers.ts';
import type { Verdict } from './verdict.ts';

export interface CompareOptions {
	/** Metrics to compare; absent: all that every run has. */
	readonly metrics?: readonly string[];
	/** The largest difference that doesn't matter, in units of the metric (> 0). Absent: no equivalence is tested. */
	readonly margin?: number;
	/** Level of the family; intervals have confidence 1 - alpha. In (0, 0.5). */
	readonly alpha: number;
	/** B of the bootstrap. */
	readonly resamples: number;
	readonly ci: IntervalMethodName;
	readonly correction: CorrectionName;
	/** Power that detectable deltas and needed queries are computed for. */
	readonly power: number;
	readonly seed: number;
	/** How many of the queries that moved most to list per metric and challenger; 0: none. */
	readonly movers: number;
}

export const COMPARE_DEFAULTS: CompareOptions = {
	alpha: 0.05,
	resamples: 10_000,
	ci: 'bca',
	correction: 'holm',
	power: 0.8,
	seed: 42,
	movers: 0,
};

/** Strata under this many queries are marked: only large differences can be found there. */
export const FEW_QUERIES = 50;

/** The name of the row over all strata. */
export const OVERALL = 'overall';

export interface ComparisonRow {
	readonly metric: string;
	/** A stratum's name, or {@link OVERALL}. */
	readonly stratum: string;
	/** Label of the challenger. */
	readonly challenger: string;
	readonly baselineMean: number;
	readonly challengerMean: number;
	readonly effect: Effect;
	readonly interval: Interval;
	/** P(Δ <= 0) in the bootstrap distribution. */
	readonly shareAtMostZero: number;
	/** Two-sided randomisation test. */
	readonly randomisationP: number;
	/** Of the randomisation test, within the family. */
	readonly correctedP: number;
	/** Two-sided, of the studentised bootstrap: the verdict's second witness. */
	readonly rawStudentisedP: number;
	/** The same within the family. */
	readonly studentisedP: number;
	/** Two-sided paired t test; undefined where the deltas have no spread. */
	readonly tP: number | undefined;
	/** Two one-sided t tests within the margin; undefined without a margin or without spread. */
	readonly rawEquivalenceP: number | undefined;
	/** The same, corrected within the family. */
	readonly equivalenceP: number | undefined;
	/** Decided from the numbers above by `verdict.ts`. */
	readonly verdict: Verdict;
	/** Fewer than {@link FEW_QUERIES} queries. */
	readonly few: boolean;
	/** The baseline has the metric's largest value on every query: a win is impossible here. */
	readonly ceiling: boolean;
	/** Inconclusive rows only. */
	readonly couldFind: Detectable | undefined;
}

/** What an inconclusive comparison could have found, and what the seen delta would take. */
export interface Detectable {
	/** Smallest delta found with the power asked for, from the sd of the deltas seen. */
	readonly delta: number;
	/** Two-sided level that this is for: what a lone real difference in the family must pass. */
	readonly level: number;
	readonly power: number;
	/** Queries that a true delta as large as the seen one would need; Infinity where it is 0. */
	readonly queriesForSeen: number;
}

/** A row of a comparison of runs, whose manifests say which legs they differ in. */
export interface ComparedRow extends ComparisonRow {
	/** Stands in place of the verdict where the runs differ in a leg only that cannot matter: `not a test of graph`. */
	readonly notATest: string | undefined;
	/** What the row is a test of, and what not, where they differ in a leg that is limited. */
	readonly remark: string | undefined;
}

export interface ComparedRun {
	readonly label: string;
	readonly path: string;
}

export interface Comparison {
	readonly baseline: ComparedRun;
	readonly challengers: readonly ComparedRun[];
	readonly dataset: { readonly name: string; readonly fingerprint: string };
	readonly options: CompareOptions;
	readonly metrics: readonly string[];
	/** By metric, then {@link OVERALL} and the strata in order, then challenger. */
	readonly rows: readonly ComparedRow[];
	/** Legs that the runs differ in and that comparing them does not test, or only in part: a sentence each and cutoff. */
	readonly untested: readonly string[];
	readonly movers: readonly Mover[];
	readonly warnings: readonly string[];
}
