import { bootstrap, type StratifiedBootstrap } from '../stats/bootstrap.ts';
import { clusterNames } from './cluster-choice.ts';
import { deltasOf, type MetricColumns } from './columns.ts';
import type { CompareOptions } from './comparison.ts';

/** By metric, by challenger. Metrics over the same queries share their draws. */
export function bootstrapAll(
	columns: readonly MetricColumns[],
	{ resamples, ci, alpha, seed }: CompareOptions,
): readonly (readonly StratifiedBootstrap[])[] {
	const groups = new Map<string, MetricColumns[]>();
	for (const column of columns) {
		const key = column.queries.map(({ queryId, cluster = '' }) => `${queryId} ${cluster}`).join('\n');
		groups.set(key, [...(groups.get(key) ?? []), column]);
	}
	const results = new Map<MetricColumns, StratifiedBootstrap[]>();
	for (const group of groups.values()) {
		const deltas = group.flatMap((column) =>
			column.values.slice(1).map((_, i) => ({ column, deltas: deltasOf(column, i + 1) })),
		);
		const strata = group[0]?.strata ?? [];
		bootstrap(
			deltas.map((entry) => entry.deltas),
			strata,
			{
				resamples,
				confidence: 1 - alpha,
				method: ci,
				seed,
				max: deltas.map(({ column }) => column.max),
				clusters: group[0] && clusterNames(group[0].queries),
			},
		).forEach((result, i) => {
			const { column } = deltas[i] as (typeof deltas)[number];
			results.set(column, [...(results.get(column) ?? []), result]);
		});
	}
	return columns.map((column) => results.get(column) ?? []);
}
