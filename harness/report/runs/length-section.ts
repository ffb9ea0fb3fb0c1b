import type { Json } from '../../contract.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import type { LengthLatency, Timings } from '../../run/timings.ts';
import { countCell, millisecondsCell } from '../cells.ts';
import { toJson } from '../snake-case.ts';
import { type Column, type Section, viewTable } from '../view.ts';

interface LengthRow {
	readonly system: string;
	readonly group: LengthLatency;
	readonly first: boolean;
}

/** How long the whole retrieval of short and of long queries took; nothing where no run says it. */
export function lengthSections(runs: readonly RunFolder[]): readonly Section[] {
	const rows = runs.flatMap(({ manifest: { system }, timings }) =>
		(timings?.latencyByLength ?? []).map((group, i): LengthRow => ({ system: system.name, group, first: i === 0 })),
	);
	if (rows.length === 0) return [];
	const columns: readonly Column<LengthRow>[] = [
		{
			key: 'system',
			header: 'latency, ms',
			identifies: true,
			cell: ({ system, first }) => ({ text: first ? system : '', value: system }),
		},
		{ key: 'words', header: 'words', identifies: true, cell: ({ group }) => lengthText(group) },
		{ key: 'queries', header: 'queries', align: 'right', cell: ({ group }) => countCell(group.n) },
		...(['p50', 'p95'] as const).map(
			(statistic): Column<LengthRow> => ({
				key: statistic,
				header: statistic,
				align: 'right',
				cell: ({ group }) => millisecondsCell(group[statistic]),
			}),
		),
	];
	return [
		{
			name: 'latency_by_length',
			title: 'Latency by words in the query',
			detail: true,
			table: viewTable(columns, rows, ({ system }) => system),
			notes: ['Of total, the whole retrieval of a query. Words are runs of letters and digits.'],
		},
	];
}

function lengthText({ fromWords, toWords }: LengthLatency): string {
	if (toWords === undefined) return `over ${fromWords - 1}`;
	return fromWords === 0 ? `up to ${toWords}` : `${fromWords}-${toWords}`;
}

/** For JSON; empty where the run does not say it. */
export function lengthData({ latencyByLength }: Timings): { readonly latency_by_length?: Json } {
	return latencyByLength === undefined ? {} : { latency_by_length: toJson(latencyByLength) };
}
