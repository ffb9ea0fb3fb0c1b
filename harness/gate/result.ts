import { DEFAULT_INTERVAL, type Interval, type IntervalMethodName } from '../stats/bootstrap-interval.ts';
import type { DropLimit, FloorLimit, LatencyLimit } from './limits.ts';

export type GateOutcome = 'pass' | 'fail' | 'inconclusive';

/** What every kind of check says. */
interface Judged {
	/** What was limited, for example `recall@10 multihop`. */
	readonly name: string;
	readonly baseline: number | undefined;
	readonly candidate: number;
	readonly outcome: GateOutcome;
	/** The outcome's reason in one sentence, with the limit and the numbers. */
	readonly reason: string;
}

export type GateCheck = Judged &
	(
		| {
				readonly kind: 'drop';
				readonly limit: DropLimit;
				readonly delta: number;
				readonly interval: Interval;
				readonly queries: number;
				/** Fewer than 50 queries. */
				readonly few: boolean;
				/** Inconclusive checks: queries that would settle it if the delta seen is the true one. */
				readonly queriesNeeded: number | undefined;
		  }
		| { readonly kind: 'floor'; readonly limit: FloorLimit; readonly queries: number }
		| {
				readonly kind: 'latency';
				readonly limit: LatencyLimit;
				readonly ratio: number;
		  }
	);

export interface GateOptions {
	/** Intervals have confidence 1 - alpha, so a wrong pass has chance alpha / 2 per check. */
	readonly alpha: number;
	readonly resamples: number;
	readonly ci: IntervalMethodName;
	readonly seed: number;
}

export const GATE_DEFAULTS: GateOptions = { alpha: 0.05, resamples: 10_000, ci: DEFAULT_INTERVAL, seed: 42 };

export interface GateResult {
	readonly baseline: { readonly system: string; readonly path: string };
	readonly candidate: { readonly system: string; readonly path: string };
	/** `fail` if any check fails, else `inconclusive` if any is, else `pass`. */
	readonly outcome: GateOutcome;
	readonly checks: readonly GateCheck[];
	readonly options: GateOptions;
	readonly warnings: readonly string[];
}
