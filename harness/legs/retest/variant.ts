import type { CompareOptions } from '../../compare/comparison.ts';
import type { Metric, Options, Progress } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';

/** One way of building the leg under test, inside the system that it is tested in. */
export interface RetestVariant {
	/** Its name in tables: the options that make it. */
	readonly label: string;
	/** The leg's options that differ between variants. */
	readonly settings: Options;
	/** The base legs and the leg, retrieved. */
	readonly kept: KeptLegs;
}

export interface RetestInput {
	/** Name of the leg, the same in every variant. */
	readonly leg: string;
	readonly variants: readonly RetestVariant[];
	/** The base legs alone, retrieved {@link DEEPER} times as deep: what the base and the control are pulled from. */
	readonly deeper: KeptLegs;
}

export interface RetestOptions {
	/** The metric that is compared and by which weights are chosen. */
	readonly metric: Metric;
	/** The K of the audit's "top K". */
	readonly cutoff: number;
	/** How many documents a system returns. */
	readonly depth: number;
	/**
	 * Weights of the leg that are tried, as multiples of the mean weight of the base legs. 0 (no leg) is always tried.
	 */
	readonly weights: readonly number[];
	readonly folds: number;
	readonly repeats: number;
	/** Copies of each placebo, each tuned by itself; at least 1. */
	readonly placebos: number;
	/** Simulated retests per true gain, for the power of the whole; 0 gives none. */
	readonly simulations: number;
	/** The least share of the relevant documents that the leg must know for a verdict, 0..1. */
	readonly minCoverage: number;
	readonly seed: number;
	readonly compare: CompareOptions;
	readonly progress?: Progress;
}

/** How much deeper than set the base legs are retrieved. */
export const DEEPER = 4;

/**
 * The weights tried where nobody names others: finest at the low end, and well beyond 1.86, from where (at k = 60) the
 * first document of a leg enters a top 10 whatever two others return.
 */
export const LEG_WEIGHTS: readonly number[] = [
	0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 6,
	8,
];
