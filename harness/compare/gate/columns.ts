import type { BenchError } from '../../errors.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import { alignRuns } from '../align.ts';
import type { ClusterChoice } from '../cluster-choice.ts';
import { columnsOf, type MetricColumns, overallRows, sharedMetrics } from '../columns.ts';
import { unknownStratum } from '../unknown-stratum.ts';

/** The target of a limit: a metric, over all queries or in one stratum. */
export interface Target {
	readonly metric: string;
	readonly stratum: string | undefined;
}

export function nameOfTarget({ metric, stratum }: Target): string {
	return stratum === undefined ? metric : `${metric} ${stratum}`;
}

/** The values of a limit's metric on its queries, in every run; a stratum that the runs lack is a BenchError. */
export function targetColumns(
	runs: readonly RunFolder[],
	{ metric, stratum }: Target,
	clusters?: ClusterChoice,
): MetricColumns {
	sharedMetrics(runs, [metric]);
	const columns = columnsOf(metric, alignRuns(runs, clusters));
	const rows = stratum === undefined ? overallRows(columns) : rowsOf(columns, stratum);
	if (stratum !== undefined && rows === undefined) throw noStratum(metric, stratum, runs[0] as RunFolder);
	return rows === undefined ? columns : restricted(columns, rows, stratum);
}

function rowsOf({ strata }: MetricColumns, stratum: string): readonly number[] | undefined {
	return strata.find(({ name }) => name === stratum)?.rows;
}

function restricted(columns: MetricColumns, rows: readonly number[], stratum: string | undefined): MetricColumns {
	const queries = rows.map((row) => columns.queries[row] as (typeof columns.queries)[number]);
	return {
		...columns,
		queries,
		values: columns.values.map((values) => rows.map((row) => values[row] as number)),
		strata:
			stratum === undefined
				? rowsByStratum(queries.map((query) => query.stratum))
				: [{ name: stratum, rows: rows.map((_, row) => row) }],
	};
}

export function noStratum(metric: string, wanted: string, run: RunFolder): BenchError {
	const strata = [...new Set(run.scores.map((scores) => scores.stratum))];
	return unknownStratum(metric, wanted, strata);
}
