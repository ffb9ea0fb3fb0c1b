import { seenClusterDeltas } from '../stats/cluster-deltas.ts';
import { clusterPower } from '../stats/cluster-power.ts';
import { distributionOf } from '../stats/delta-distribution.ts';
import { mdeOf } from '../stats/mde.ts';
import { queriesToFind } from '../stats/queries-needed.ts';
import type { CompareOptions, ComparisonRow, RowMde } from './comparison.ts';

/**
 * The MDE of a row at its level, by simulating its own rule (see `stats/mde.ts`), and the number of queries that the
 * margin would take, where one was named.
 */
export function rowMde(
	{ sample, level, metric, stratum }: Pick<ComparisonRow, 'sample' | 'level' | 'metric' | 'stratum'>,
	{ power, margin, seed }: CompareOptions,
): RowMde {
	const { deltas, clusters, max, room } = sample;
	const options = { level, power, max, room, seed, stream: `mde/${metric}/${stratum}` };
	if (clusters !== undefined) {
		const units = seenClusterDeltas(deltas, clusters, max);
		const { found, clustersToFind } = clusterPower(units, options);
		const needed = margin === undefined ? undefined : clustersToFind(margin);
		return {
			...{ ...found, level, power },
			queriesForMargin: needed && Math.ceil(needed * units.typical),
			clustersForMargin: needed,
		};
	}
	const distribution = distributionOf(deltas, { queries: 1, move: max });
	return {
		...mdeOf(distribution, deltas.length, options),
		level,
		power,
		queriesForMargin: margin === undefined ? undefined : queriesToFind(distribution, margin, options),
	};
}

/** The row, with its MDE where it is inconclusive. */
export function withMde<Row extends ComparisonRow>(row: Row, options: CompareOptions): Row {
	return row.verdict === 'inconclusive' ? { ...row, mde: rowMde(row, options) } : row;
}
