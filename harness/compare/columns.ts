import { BenchError } from '../errors.ts';
import { parseMetric, parseMetrics } from '../metrics/index.ts';
import type { RunFolder } from '../run/folder/run-folder.ts';
import { insideStrata, type StratumRows } from '../stats/resample.ts';
import { rowsByStratum } from '../stats/rows-by-stratum.ts';
import type { AlignedQuery } from './align.ts';

/** The values of one metric on the queries that have it, in every run. */
export interface MetricColumns {
	readonly metric: string;
	/** The largest value that the metric can take. */
	readonly max: number;
	readonly queries: readonly AlignedQuery[];
	/** By run, by query. */
	readonly values: readonly (readonly number[])[];
	/** Strata in order of first appearance. */
	readonly strata: readonly StratumRows[];
}

/**
 * The metrics to compare: those named, else all that every run has. One that a run lacks is an error that says which
 * it has.
 */
export function sharedMetrics(runs: readonly RunFolder[], wanted: readonly string[] | undefined): readonly string[] {
	if (wanted === undefined) {
		const [first, ...others] = runs;
		const shared = (first?.manifest.metrics ?? []).filter((name) =>
			others.every((run) => run.manifest.metrics.includes(name)),
		);
		if (shared.length === 0)
			throw new BenchError('results', 'the runs have no metric in common', {
				hint: runs.map((run) => `${run.path} has ${run.manifest.metrics.join(', ')}`).join('\n'),
			});
		return shared;
	}
	const names = parseMetrics(wanted).map(({ name }) => name);
	for (const name of names)
		for (const run of runs)
			if (!run.manifest.metrics.includes(name))
				throw new BenchError('results', `${run.path} was not scored on ${name}`, {
					hint: `It has ${run.manifest.metrics.join(', ')}. Run it again with --metrics ${name}.`,
				});
	return names;
}

/** Queries that can't be scored on a metric (no relevant document of its level) are left out, in all runs alike. */
export function columnsOf(metric: string, aligned: readonly AlignedQuery[]): MetricColumns {
	const queries = aligned.filter(({ scores }) => scores.every(({ metrics }) => metrics?.[metric] !== undefined));
	if (queries.length === 0)
		throw new BenchError('results', `no query of these runs can be scored on ${metric}`, {
			hint: 'No query has a relevant document of the grade that this metric asks for.',
		});
	const runs = aligned[0]?.scores.length ?? 0;
	return {
		metric,
		max: parseMetric(metric).max,
		queries,
		values: Array.from({ length: runs }, (_, run) =>
			queries.map(({ scores }) => scores[run]?.metrics?.[metric] as number),
		),
		strata: rowsByStratum(queries.map(({ stratum }) => stratum)).map((stratum) =>
			queries[stratum.rows[0] as number]?.outsideOverall === true ? { ...stratum, outside: true } : stratum,
		),
	};
}

export function deltasOf({ values }: MetricColumns, challenger: number): readonly number[] {
	const baseline = values[0] ?? [];
	return (values[challenger] ?? []).map((value, row) => value - (baseline[row] as number));
}

/** The rows of the overall row; undefined: all. */
export function overallRows({ strata }: Pick<MetricColumns, 'strata'>): readonly number[] | undefined {
	const inside = insideStrata(strata);
	return inside.length === strata.length
		? undefined
		: inside.flatMap(({ rows }) => rows).sort((one, other) => one - other);
}

/** The columns of two of the runs: the first as the baseline, the second as the only challenger. */
export function columnsOfPair(columns: MetricColumns, baseline: number, challenger: number): MetricColumns {
	const values = [baseline, challenger].map((run) => columns.values[run] as readonly number[]);
	const queries = columns.queries.map((query) => ({
		...query,
		scores: [baseline, challenger].map((run) => query.scores[run] as AlignedQuery['scores'][number]),
	}));
	return { ...columns, queries, values };
}
