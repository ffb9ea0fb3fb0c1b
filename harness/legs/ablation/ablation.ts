import type { CompareOptions } from '../../compare/comparison.ts';
import type { GatedRow } from '../../compare/gatekeeping.ts';
import type { Question } from '../../compare/question.ts';
import type { Metric } from '../../contract.ts';
import type { RunRecord } from '../../run/run-record.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import type { SubsetsAgainstWhole } from './subsets.ts';
import type { Part, PartAudits } from './testable.ts';
import type { Variant } from './variants.ts';

/** One system of the matrix, scored; `run` is what its run folder is written from. */
export interface AblationRow {
	readonly variant: Variant;
	readonly run: RunRecord;
}

/** The system as it is, with all its legs and stages: the last of the subsets, which go from small to large. */
export function wholeSystem(rows: readonly AblationRow[]): AblationRow {
	return rows.filter(({ variant }) => variant.withoutStages.length === 0).at(-1) as AblationRow;
}

/** The contribution of a part to the system without it, on one metric and one stratum (or overall). */
export interface Contribution {
	readonly part: Part;
	/** Label of the system without it. */
	readonly without: string;
	/** Baseline: the system without the part; challenger: the whole system. */
	readonly row: GatedRow;
	/** Stands in place of the row's verdict where the part cannot matter: `not a test of graph`. */
	readonly notATest: string | undefined;
	/** Says what the row tests and what it does not, where the part is limited. */
	readonly remark: string | undefined;
}

/** A leg's share of the whole system's mean on one metric, averaged over all orders of joining. */
export interface ShapleyShare {
	readonly metric: string;
	readonly leg: string;
	readonly value: number;
	readonly interval: Interval;
}

/** How much larger one leg's share is than another's: share of `leg` - share of `other`, paired by query. */
export interface ShapleyDifference {
	readonly metric: string;
	readonly leg: string;
	readonly other: string;
	readonly value: number;
	/** Holds together with those of the metric's other pairs. */
	readonly interval: Interval;
}

export interface Ablation {
	readonly metrics: readonly Metric[];
	readonly question: Question;
	readonly options: CompareOptions;
	/** The K of the audit's "top K". */
	readonly cutoff: number;
	readonly rows: readonly AblationRow[];
	/** At {@link Ablation.cutoff}. */
	readonly audits: PartAudits;
	/** By metric, at its own cutoff. */
	readonly auditsOf: ReadonlyMap<string, PartAudits>;
	/** By metric, then overall and the strata, then part. Empty for a single leg without stages. */
	readonly contributions: readonly Contribution[];
	/** Undefined where no smaller system is left to compare. */
	readonly subsets: SubsetsAgainstWhole | undefined;
	/** By metric, then leg. */
	readonly shapley: readonly ShapleyShare[];
	/** By metric, then pair of legs. */
	readonly shapleyDifferences: readonly ShapleyDifference[];
	/** Notes that the rows need to be read rightly. */
	readonly remarks: readonly string[];
}
