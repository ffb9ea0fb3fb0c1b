import type { QueryId } from '../../contract.ts';
import { deltasOf, type MetricColumns } from '../columns.ts';
import { ROUNDING } from './rounding.ts';

/** A query that lost. */
export interface BrokenQuery {
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly before: number;
	readonly after: number;
}

export interface BrokenQueries {
	readonly metric: string;
	/** Queries that scored lower, and higher. */
	readonly lost: number;
	readonly gained: number;
	/** Those that lost most, most first; ties in the dataset's order. No more than were asked for. */
	readonly queries: readonly BrokenQuery[];
}

/** The queries on which the candidate (the second column) scores lower than the baseline (the first). */
export function brokenQueries(columns: MetricColumns, limit: number): BrokenQueries {
	const deltas = deltasOf(columns, 1);
	const rows = deltas.flatMap((delta, row) => (delta < -ROUNDING ? [{ delta, row }] : []));
	return {
		metric: columns.metric,
		lost: rows.length,
		gained: deltas.filter((delta) => delta > ROUNDING).length,
		queries: rows
			.sort((x, y) => x.delta - y.delta || x.row - y.row)
			.slice(0, limit)
			.map(({ row }) => ({
				queryId: columns.queries[row]?.queryId ?? '',
				stratum: columns.queries[row]?.stratum ?? '',
				before: columns.values[0]?.[row] as number,
				after: columns.values[1]?.[row] as number,
			})),
	};
}
