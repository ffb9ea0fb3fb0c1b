import { DEFAULT_INTERVAL, type Interval, type IntervalMethodName } from '../stats/bootstrap-interval.ts';
import type { Clustering } from '../stats/bootstrap-result.ts';
import type { CorrectionName } from '../stats/corrections.ts';
import type { Effect } from '../stats/effect.ts';
import type { Mde, Room } from '../stats/mde.ts';
import type { Standing } from './all-pairs.ts';
import type { ClusterChoice } from './cluster-choice.ts';
import type { Mover } from './movers.ts';
import type { Question, RowRole } from './question.ts';
import type { Verdict } from './verdict.ts';

export interface CompareOptions {
	/** Metrics to compare; absent: all that every run has. */
	readonly metrics?: readonly string[];
	/** The primary question, decided alone at alpha: a metric, or `metric/stratum`. Absent: overall of the first metric. */
	readonly primary?: string;
	/** Strata that are asked about; those of others are exploratory and claim nothing. Absent: all. */
	readonly strata?: readonly string[];
	/** Every run against every other, not only against the first. */
	readonly allPairs: boolean;
	/** The largest difference that doesn't matter, in units of the metric (> 0). Absent: no equivalence is tested. */
	readonly margin?: number;
	/** Level of each family (see `gatekeeping.ts`); intervals have confidence 1 - alpha. In (0, 0.5). */
	readonly alpha: number;
	/** The grouping of queries that belong together; absent: their scope. */
	readonly clusters?: ClusterChoice;
	/** B of the bootstrap. */
	readonly resamples: number;
	readonly ci: IntervalMethodName;
	/** Also intervals that hold all at once within a family. */
	readonly simultaneous: boolean;
	readonly correction: CorrectionName;
	/** Power that the MDE and needed queries are computed for. */
	readonly power: number;
	readonly seed: number;
	/** How many of the queries that moved most to list per metric and challenger; 0: none. */
	readonly movers: number;
}

export const COMPARE_DEFAULTS: CompareOptions = {
	allPairs: false,
	alpha: 0.05,
	resamples: 10_000,
	ci: DEFAULT_INTERVAL,
	simultaneous: false,
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
	/** Where queries come in clusters of more than one: how alike they are, and how that was reckoned with. */
	readonly clustering?: Clustering | undefined;
	readonly interval: Interval;
	/** P(Δ <= 0) in the bootstrap distribution. */
	readonly shareAtMostZero: number;
	/** Two-sided randomisation test. */
	readonly randomisationP: number;
	/** The p of the randomisation test, corrected within the family. */
	readonly correctedP: number;
	/** Two-sided p of the studentised bootstrap, uncorrected. The verdict is decided by it once it is corrected. */
	readonly rawStudentisedP: number;
	/** The same within the family. */
	readonly studentisedP: number;
	/** Two-sided paired t test; undefined where the deltas have no spread. */
	readonly tP: number | undefined;
	/** Two one-sided tests within the margin by the studentised bootstrap; undefined without a margin. */
	readonly rawEquivalenceP: number | undefined;
	/** The same, corrected within the family. */
	readonly equivalenceP: number | undefined;
	/** Decided from the numbers above by `verdict.ts`. */
	readonly verdict: Verdict;
	/** Fewer than {@link FEW_QUERIES} queries. */
	readonly few: boolean;
	/** A stratum that is no part of the overall row. */
	readonly outsideOverall?: boolean;
	/** The baseline has the metric's largest value on every query: a win is impossible here. */
	readonly ceiling: boolean;
	/** Two-sided level that a single real difference in its family must pass. */
	readonly level: number;
	/** The sample that its power is simulated from. */
	readonly sample: RowSample;
	/** Minimum detectable effect; inconclusive rows only. */
	readonly mde: RowMde | undefined;
}

/** The deltas of a row and how far they can go. */
export interface RowSample {
	readonly deltas: readonly number[];
	/** The cluster of each delta, where there are clusters of more than one. */
	readonly clusters?: readonly string[] | undefined;
	/** The largest value of the metric. */
	readonly max: number;
	/** The largest mean gain and loss that the baseline's scores leave. */
	readonly room: Room;
}

/** The minimum detectable effect of a row: the smallest true differences that its rule finds with `power`. */
export interface RowMde extends Mde {
	/** Two-sided level that this is for: the one that a single real difference in the family must pass. */
	readonly level: number;
	readonly power: number;
	/** Queries that a true difference as large as the margin needs; undefined without a margin, or for no number of them. */
	readonly queriesForMargin: number | undefined;
	/** The same in clusters, where queries come in clusters. */
	readonly clustersForMargin?: number | undefined;
}

/** A row of a comparison of runs, whose manifests say which legs they differ in. */
export interface ComparedRow extends ComparisonRow {
	/** Label of the run that the challenger is compared with. */
	readonly baseline: string;
	readonly role: RowRole;
	/**
	 * The verdict of the row's own family at alpha. Where it differs from `verdict` it is a lead and no finding: the primary question is
	 * open, or the row is exploratory.
	 */
	readonly familyVerdict: Verdict;
	/**
	 * Replaces the verdict where the runs differ only in a leg that cannot matter: `not a test of graph`. Such a
	 * row is no member of a family: its p values are its own.
	 */
	readonly notATest: string | undefined;
	/** Says what the row tests and what not, where a leg that the runs differ in is limited. */
	readonly remark: string | undefined;
	/** Holds together with those of the other rows of its family; on request only, and not for a row that tests nothing. */
	readonly simultaneous: Interval | undefined;
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
	readonly question: Question;
	readonly metrics: readonly string[];
	/** By metric, then {@link OVERALL} and the strata in order, then pair of systems. */
	readonly rows: readonly ComparedRow[];
	/** By metric, then {@link OVERALL} and the strata; with `allPairs` only. */
	readonly standings: readonly Standing[];
	/** Legs that the runs differ in and that comparing them does not test, or only in part: a sentence each and cutoff. */
	readonly untested: readonly string[];
	readonly movers: readonly Mover[];
	readonly warnings: readonly string[];
}
