import type { ComparisonRow } from '../../compare/comparison.ts';
import type { Options, Query } from '../../contract.ts';
import type { LegAudit, MeasuredLeg } from '../audit/index.ts';
import type { Coverage } from './coverage.ts';
import type { RetestRow } from './held-out-rows.ts';
import type { ConjunctionPower } from './power.ts';
import type { RetestOptions } from './variant.ts';

export type ConclusionWord = 'helps' | 'hurts' | 'switched off' | 'no difference' | 'inconclusive' | 'not tested';

/** A verdict that a conclusion rests on. */
export interface Basis {
	readonly variant: string;
	/** `OVERALL` or a stratum. */
	readonly scope: string;
}

/** References that a win over the base must be a win over, too. */
export type Reference = 'control' | 'source placebo';

/** The order placebo's reading of a leg's order: better than random where the leg wins against it. */
export type OrderWord = 'better than random' | 'worse than random' | 'not shown to matter' | 'none to shuffle';

/** The conclusions that a retest's numbers carry, by the rules of `conclude`. */
export interface Conclusion {
	readonly word: ConclusionWord;
	/** Where the word holds: overall or the strata named; empty where it is not about a scope. */
	readonly scopes: readonly string[];
	/** Wins over the base, the control and the source placebo. */
	readonly gains: readonly (Basis & { readonly order: OrderWord })[];
	/** Wins over the base that are no wins over the control, or none over the source placebo. */
	readonly unconfirmed: readonly (Basis & { readonly by: readonly Reference[] })[];
	/** Losses against the base. */
	readonly losses: readonly Basis[];
	/** Variants in which the tuning switched the leg off. */
	readonly switchedOff: readonly string[];
}

/** A tuned system: what was chosen, and what it was worth on queries that had no part in the choice. */
export interface Tuned {
	/** Mean over held-out queries. */
	readonly heldOut: number;
	/** Mean of the setting chosen on all queries, on the same queries: the optimistic figure. */
	readonly optimistic: number;
	/** The weights of that setting by leg, and the depth of its first leg. */
	readonly weights: Readonly<Record<string, number>>;
	readonly depth: number;
	/** How many settings there were to choose from. */
	readonly settings: number;
}

/** The metric at each weight of the leg, the base legs as set. */
export interface WeightStep {
	readonly weight: number;
	readonly mean: number;
	/** Whether a document that only the leg returns could enter: `null` where that was not asked (weight 0). */
	readonly reach: 'out' | 'special' | 'in' | null;
}

export interface VariantReport {
	readonly label: string;
	readonly settings: Options;
	readonly audit: LegAudit;
	readonly edges: number | undefined;
	readonly coverage: Coverage;
	/** Stands in place of a verdict, and why; undefined: the variant was tested. */
	readonly instead: string | undefined;
	readonly why: string | undefined;
	/** The limits of the test, where the leg is limited at every weight tried. */
	readonly remark: string | undefined;
	/** Means over the queries that have a relevant document. */
	readonly pool: { readonly withLeg: number; readonly withoutLeg: number; readonly control: number };
	/** Pool recall against the control, per scope; absent where the variant gets no verdict at all. */
	readonly poolRows: readonly ComparisonRow[];
	/** Present only for variants that were tested. */
	readonly tested: TestedVariant | undefined;
}

export interface TestedVariant {
	readonly tuned: Tuned;
	/** Share of the choices, over folds and repeats, that left the leg out (weight 0). */
	readonly leftOut: number;
	/** The tuning chose weight 0 on all queries, or in every fold: what was compared is the base without the leg. */
	readonly switchedOff: boolean;
	readonly curve: readonly WeightStep[];
	/** Relevant documents that only the leg brings, and how many reached the top K, at the weight chosen on all queries. */
	readonly fate: MeasuredLeg['relevant'];
	/** Against the tuned base: overall, then the strata. */
	readonly againstBase: readonly RetestRow[];
	/** Against the control: the base tuned over its depth as well. */
	readonly againstControl: readonly RetestRow[];
	/** Against the source placebo: the leg with other queries' documents, tuned alike. */
	readonly againstSource: readonly RetestRow[];
	/** Against the order placebo: its own documents in random order, tuned alike; empty where no list has an order. */
	readonly againstOrder: readonly RetestRow[];
	/** Means of the placebos on held-out queries; `order` is undefined where no list has an order. */
	readonly placebos: { readonly source: number; readonly order: number | undefined };
}

/** All that a retest found. */
export interface RetestReport {
	readonly leg: string;
	readonly baseLegs: readonly string[];
	readonly options: RetestOptions;
	/** Queries that were scored, and the others. */
	readonly queries: readonly Query[];
	readonly unscored: number;
	readonly strata: readonly { readonly name: string; readonly n: number }[];
	readonly base: Tuned & { /** The base as set, not tuned. */ readonly asSet: number };
	/** The base tuned over its depth as well: over as many settings as the variants. */
	readonly control: Tuned;
	readonly variants: readonly VariantReport[];
	/** Rows that were corrected together: those against the base. */
	readonly family: number;
	readonly conclusion: Conclusion;
	/** Which true gains this retest would have called `helps`; undefined where nothing was tested. */
	readonly power: ConjunctionPower | undefined;
}
