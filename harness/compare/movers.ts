import type { QueryId } from '../contract.ts';
import { deltasOf, type MetricColumns } from './columns.ts';

/** A query that scored differently. */
export interface Mover {
	readonly metric: string;
	readonly challenger: string;
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly baseline: number;
	readonly value: number;
	readonly delta: number;
}

/** The queries of one metric and challenger that moved most, either way; ties in the dataset's order. */
export function biggestMovers(
	columns: MetricColumns,
	challenger: { readonly place: number; readonly label: string },
	limit: number,
): readonly Mover[] {
	return deltasOf(columns, challenger.place)
		.map((delta, row) => ({ delta, row }))
		.filter(({ delta }) => delta !== 0)
		.sort((x, y) => Math.abs(y.delta) - Math.abs(x.delta) || x.row - y.row)
		.slice(0, limit)
		.map(({ delta, row }) => {
			const query = columns.queries[row];
			return {
				metric: columns.metric,
				challenger: challenger.label,
				queryId: query?.queryId ?? '',
				stratum: query?.stratum ?? '',
				baseline: columns.values[0]?.[row] as number,
				value: columns.values[challenger.place]?.[row] as number,
				delta,
			};
		});
}
