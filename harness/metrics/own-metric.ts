import type { Metric } from '../contract.ts';
import { BenchError } from '../errors.ts';

/** The parts of the name of a user's metric: `./mine.ts#f1@10`. */
export interface OwnMetricName {
	readonly module: string;
	readonly exported: string;
	/** Infinity where none was given. */
	readonly cutoff: number;
}

const FORM = /^(?<module>.+\.[cm]?[jt]s)#(?<exported>[A-Za-z_$][\w$]*)(?:@(?<cutoff>[1-9]\d*))?$/;

/** The parts of a name that names a module's export; undefined for that of a built-in metric. */
export function ownMetricName(name: string): OwnMetricName | undefined {
	const { module, exported, cutoff } = FORM.exec(name.trim())?.groups ?? {};
	if (module === undefined || exported === undefined) return undefined;
	return { module, exported, cutoff: cutoff === undefined ? Number.POSITIVE_INFINITY : Number(cutoff) };
}

/**
 * A user's metric as far as its name tells: enough to compare runs that have it, for its values are 0..1. What computes
 * it is loaded by the commands that score.
 */
export function unloadedMetric(name: string, { cutoff }: OwnMetricName): Metric {
	return {
		name: name.trim(),
		cutoff,
		max: 1,
		rel: 1,
		score: () => {
			throw new BenchError('usage', `${name} is a metric of your own, which this command does not compute`, {
				hint: '`bench run --metrics` and `bench import-run --metrics` do, and comparisons read it from their runs.',
			});
		},
	};
}
