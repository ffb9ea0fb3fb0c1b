import type { MeanInterval } from '../../compare/mean-intervals.ts';
import { countCell, metricCell } from '../cells.ts';
import { formatMetric } from '../numbers.ts';
import { type Column, type Section, viewTable } from '../view.ts';
import type { PageParts } from './page.ts';

interface MeanRow {
	readonly stratum: string;
	readonly system: string;
	readonly queries: number;
	readonly first: boolean;
	readonly means: ReadonlyMap<string, MeanInterval>;
}

/** Systems side by side by stratum: each mean with its interval. */
export function meansSection({ runs, means, confidence }: Pick<PageParts, 'runs' | 'means' | 'confidence'>): Section {
	const all = [...means.values()].flat();
	const strata = [...new Set(all.map(({ stratum }) => stratum))];
	const metrics = [...new Set(all.map(({ metric }) => metric))];
	const rows = strata.flatMap((stratum) =>
		runs.flatMap(({ label }, i): readonly MeanRow[] => {
			const own = means.get(label)?.filter((mean) => mean.stratum === stratum) ?? [];
			const queries = own[0]?.queries;
			return queries === undefined
				? []
				: [{ stratum, system: label, queries, first: i === 0, means: new Map(own.map((mean) => [mean.metric, mean])) }];
		}),
	);
	const columns: readonly Column<MeanRow>[] = [
		{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
		{ key: 'system', header: 'system', identifies: true, cell: ({ system }) => system },
		{ key: 'queries', header: 'queries', align: 'right', cell: ({ queries }) => countCell(queries) },
		...metrics.flatMap((metric): readonly Column<MeanRow>[] => [
			{ key: metric, header: metric, align: 'right', cell: (row) => metricCell(row.means.get(metric)?.mean) },
			{
				key: `${metric}_ci`,
				header: confidence,
				align: 'right',
				cell: (row) => {
					const interval = row.means.get(metric)?.interval;
					if (interval === undefined) return '-';
					const text = `${formatMetric(interval.low)} .. ${formatMetric(interval.high)}`;
					return { text, value: [interval.low, interval.high], tone: 'quiet' };
				},
			},
		]),
	];
	return {
		name: 'means',
		title: runs.length > 1 ? 'Systems side by side' : 'Means',
		table: viewTable(columns, rows, ({ stratum }) => stratum),
	};
}
