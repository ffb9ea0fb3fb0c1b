import type { ClusterChoice } from '../../../harness/compare/cluster-choice.ts';
import {
	type DropLimit,
	type GateLimits,
	readDropLimit,
	readFloorLimit,
	readLatencyLimit,
	readMaxDrop,
} from '../../../harness/compare/gate/limits.ts';
import type { GateOptions } from '../../../harness/compare/gate/result.ts';
import type { ContextFlags, DatasetFlags } from '../../open-dataset.ts';
import type { SystemFlags } from '../../open-systems.ts';

/** The flags of a gate. */
export interface GateFlags extends DatasetFlags, ContextFlags, SystemFlags {
	readonly baseline?: string;
	readonly candidate?: string;
	readonly metric: readonly string[];
	readonly maxDrop?: string;
	readonly min: readonly string[];
	readonly maxLatency: readonly string[];
	readonly latencyRuns?: number;
	readonly allowModules?: true;
	readonly queries?: number;
	readonly against?: string;
	readonly correlation: number;
	readonly power: number;
	readonly broken: number;
	readonly limits?: string;
	readonly onInconclusive?: 'pass' | 'fail' | 'warn';
	readonly alpha: number;
	readonly resamples: number;
	readonly ci: GateOptions['ci'];
	readonly out?: string;
	/** What `--cluster` asks for. */
	readonly clusters?: ClusterChoice | undefined;
}

export function optionsOf(flags: GateFlags): GateOptions {
	const { alpha, resamples, ci, seed, broken, correlation, power, clusters } = flags;
	return {
		...{ alpha, resamples, ci, seed, broken, correlation, power },
		...(clusters === undefined ? {} : { clusters }),
	};
}

/** `fallback` is the limit of a `--metric` that has none, neither of its own nor by `--max-drop`. */
export function limitsOf(flags: GateFlags, fallback?: DropLimit['maxDrop']): GateLimits {
	const maxDrop = flags.maxDrop === undefined ? fallback : readMaxDrop(flags.maxDrop);
	return {
		drops: flags.metric.map((text) => readDropLimit(text, maxDrop)),
		floors: flags.min.map(readFloorLimit),
		latencies: flags.maxLatency.map(readLatencyLimit),
	};
}
