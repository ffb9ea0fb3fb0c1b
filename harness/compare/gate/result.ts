import type { Interval, IntervalMethodName } from '../../stats/bootstrap-interval.ts';
import type { Clustering } from '../../stats/bootstrap-result.ts';
import type { ClusterChoice } from '../cluster-choice.ts';
import { COMPARE_DEFAULTS } from '../comparison.ts';
import type { BrokenQueries } from './broken.ts';
import type { NoiseSource } from './build-noise.ts';
import type { DropLimit, FloorLimit, LatencyLimit } from './limits.ts';

export type GateOutcome = 'pass' | 'fail' | 'inconclusive';

/** The fields that every kind of check has. */
interface Judged {
	/** The limited quantity, for example `recall@10 multihop`. */
	readonly name: string;
	readonly baseline: number | undefined;
	readonly candidate: number;
	/** The outcome's reason in one sentence, with the limit and the numbers. */
	readonly reason: string;
}

export interface DropCheck extends Judged {
	readonly kind: 'drop';
	readonly outcome: GateOutcome;
	readonly limit: DropLimit;
	/** The limit as a number: the one given, or what `auto` came to. */
	readonly maxDrop: number;
	readonly delta: number;
	readonly interval: Interval;
	readonly queries: number;
	/** Fewer than `FEW_QUERIES` queries. */
	readonly few: boolean;
	/** Where queries come in clusters of more than one: how alike they are, and how that was reckoned with. */
	readonly clustering?: Clustering | undefined;
}

export interface FloorCheck extends Judged {
	readonly kind: 'floor';
	readonly outcome: GateOutcome;
	readonly limit: FloorLimit;
	readonly queries: number;
	/** Share of builds of unchanged quality whose mean falls below the floor. */
	readonly wrongFailures: number;
	/** The highest floor that fails at most {@link WRONG_FAILURES} of the builds of unchanged quality. */
	readonly safeFloor: number;
}

export interface LatencyCheck extends Judged {
	readonly kind: 'latency';
	/** `note`: nothing that could be judged, because the two were not measured side by side. */
	readonly outcome: GateOutcome | 'note';
	readonly limit: LatencyLimit;
	readonly ratio: number;
	/** The interval of the median ratio over the repeats; undefined for a note. */
	readonly interval: Interval | undefined;
}

export type GateCheck = DropCheck | FloorCheck | LatencyCheck;
export type CheckOutcome = GateCheck['outcome'];

/** The share of builds of unchanged quality that a floor may fail before the gate warns of it. */
export const WRONG_FAILURES = 0.05;

export interface GateOptions {
	/**
	 * Intervals have confidence 1 - alpha. Passing and failing are one-sided claims, each made by one end of the interval:
	 * a wrong one has a chance of alpha / 2 per check.
	 */
	readonly alpha: number;
	readonly resamples: number;
	/** By the same construction as in a comparison. */
	readonly ci: IntervalMethodName;
	readonly seed: number;
	/** The grouping of queries that belong together; absent: their scope. */
	readonly clusters?: ClusterChoice;
	/** The number of queries with the largest losses to list per metric. */
	readonly broken: number;
	/** Assumed noise between builds (see {@link NoiseSource}), where no second run shows it. In [0, 1). */
	readonly correlation: number;
	/** Chance that the smallest decidable drop (`auto`) passes what is unchanged and fails what dropped by twice as much. */
	readonly power: number;
}

export const GATE_DEFAULTS: GateOptions = {
	alpha: COMPARE_DEFAULTS.alpha,
	resamples: COMPARE_DEFAULTS.resamples,
	ci: COMPARE_DEFAULTS.ci,
	seed: COMPARE_DEFAULTS.seed,
	broken: 10,
	correlation: 0.9,
	power: COMPARE_DEFAULTS.power,
};

export interface GateResult {
	readonly baseline: { readonly system: string; readonly path: string };
	readonly candidate: { readonly system: string; readonly path: string };
	/** `fail` if any check fails, else `inconclusive` if any is or none could be judged, else `pass`. */
	readonly outcome: GateOutcome;
	readonly checks: readonly GateCheck[];
	/** By metric, of the queries that a limit is about. */
	readonly broken: readonly BrokenQueries[];
	readonly options: GateOptions;
	readonly noise: NoiseSource;
	readonly warnings: readonly string[];
}
