import type { CompareOptions } from '../../compare/comparison.ts';
import { bootstrap } from '../../stats/bootstrap.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import { meanDelta } from '../../stats/deltas.ts';
import type { StratumRows } from '../../stats/resample.ts';

export interface MeanWithInterval {
	readonly value: number;
	readonly interval: Interval;
}

/**
 * The mean of each column (a number per query, at most `max` either way) with its bootstrap interval, resampled within
 * strata, or by whole clusters where queries come in `clusters`.
 */
export function meansWithIntervals(
	columns: readonly (readonly number[])[],
	strata: readonly StratumRows[],
	confidence: number,
	max: number,
	{ resamples, ci, seed }: Pick<CompareOptions, 'resamples' | 'ci' | 'seed'>,
	clusters?: readonly string[],
): readonly MeanWithInterval[] {
	const intervals = bootstrap(columns, strata, {
		resamples,
		confidence,
		method: ci,
		seed,
		max: columns.map(() => max),
		clusters,
	});
	return columns.map((column, i) => ({
		value: meanDelta(column),
		interval: (intervals[i] as (typeof intervals)[number]).overall.interval,
	}));
}
