import type { QueryId } from '../contract.ts';
import { deltasOf, type MetricColumns } from './columns.ts';

/** A query that scored differently. */
export interface Mover {
	readonly metric: string;
	/** Label of the run that the challenger is compared with. */
	readonly baselineLabel: string;
	readonly challenger: string;
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly baseline: number;
	readonly value: number;
	readonly delta: number;
}

/**
 * The queries that moved most on one metric between two runs, either way; ties in the dataset's order. `columns` holds
 * the two runs and no other.
 */
export function biggestMovers(
	columns: MetricColumns,
	labels: { readonly baseline: string; readonly challenger: string },
	limit: number,
): readonly Mover[] {
	return deltasOf(columns, 1)
		.map((delta, row) => ({ delta, row }))
		.filter(({ delta }) => delta !== 0)
		.sort((x, y) => Math.abs(y.delta) - Math.abs(x.delta) || x.row - y.row)
		.slice(0, limit)
		.map(({ delta, row }) => {
			const query = columns.queries[row];
			return {
				metric: columns.metric,
				baselineLabel: labels.baseline,
				challenger: labels.challenger,
				queryId: query?.queryId ?? '',
				stratum: query?.stratum ?? '',
				baseline: columns.values[0]?.[row] as number,
				value: columns.values[1]?.[row] as number,
				delta,
			};
		});
}
