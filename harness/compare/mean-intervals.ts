import type { RunFolder } from '../run/folder/run-folder.ts';
import { bootstrap } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
import { alignRuns } from './align.ts';
import { clusterNames } from './cluster-choice.ts';
import { columnsOf, overallRows } from './columns.ts';
import { COMPARE_DEFAULTS, type CompareOptions, OVERALL } from './comparison.ts';

/** The mean of one metric over the queries of a stratum, with its interval. */
export interface MeanInterval {
	readonly metric: string;
	/** `OVERALL` or a stratum. */
	readonly stratum: string;
	readonly queries: number;
	readonly mean: number;
	/** Within the metric's range. */
	readonly interval: Interval;
}

/**
 * The means of one run with intervals of each, by the construction that comparisons use. Two such intervals say nothing
 * of a difference: runs of the same queries are paired, and only a comparison uses that.
 */
export function meanIntervals(
	run: RunFolder,
	metrics: readonly string[],
	choices: Partial<Pick<CompareOptions, 'alpha' | 'resamples' | 'ci' | 'seed' | 'clusters'>> = {},
): readonly MeanInterval[] {
	const { alpha, resamples, ci, seed, clusters } = { ...COMPARE_DEFAULTS, ...choices };
	const aligned = alignRuns([run], clusters);
	return metrics.flatMap((metric) => {
		const columns = columnsOf(metric, aligned);
		const { values, strata, max, queries } = columns;
		const column = values[0] ?? [];
		const [found] = bootstrap([column], strata, {
			resamples,
			confidence: 1 - alpha,
			method: ci,
			seed,
			max: [max],
			clusters: clusterNames(queries),
		});
		const all = { name: OVERALL, rows: overallRows(columns) ?? column.map((_, row) => row) };
		return [all, ...(strata.length > 1 ? strata : [])].map(({ name, rows }): MeanInterval => {
			const interval = (name === OVERALL && rows === all.rows ? found?.overall : found?.strata.get(name))?.interval;
			return {
				metric,
				stratum: name,
				queries: rows.length,
				mean: rows.reduce((sum, row) => sum + (column[row] as number), 0) / rows.length,
				interval: {
					low: Math.max(0, interval?.low ?? Number.NaN),
					high: Math.min(max, interval?.high ?? Number.NaN),
				},
			};
		});
	});
}
