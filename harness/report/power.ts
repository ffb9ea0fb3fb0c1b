import { FEW_QUERIES } from '../compare/comparison.ts';
import type { Json } from '../contract.ts';
import type { PowerOptions, PowerRow } from '../power.ts';
import { formatCount, formatMetric } from './numbers.ts';
import { type Row, renderTable } from './table.ts';

/** What the dataset can show, as a table with its assumption in words. `against`: label of the second run. */
export function renderPower(rows: readonly PowerRow[], options: PowerOptions, against: string | undefined): string {
	const cells: Row[] = [];
	rows.forEach((row, i) => {
		if (i > 0 && row.metric !== rows[i - 1]?.metric) cells.push('rule');
		cells.push([
			row.metric,
			`${row.stratum}${row.few ? '*' : ''}`,
			String(row.n),
			formatMetric(row.sd),
			formatMetric(row.detectable),
			...row.needed.map((count) => (count === undefined ? '-' : formatCount(count))),
		]);
	});
	const table = renderTable(
		[
			{ header: 'metric' },
			{ header: 'stratum' },
			{ header: 'queries', align: 'right' },
			{ header: 'sd of deltas', align: 'right' },
			{ header: 'could find', align: 'right' },
			...options.deltas.map((delta) => ({ header: `queries for ${delta}`, align: 'right' as const })),
		],
		cells,
	);
	const levels = [...new Set(rows.map(({ level }) => Number(level.toPrecision(3))))].join(', ');
	return [
		table,
		'',
		`"could find": the smallest delta found with power ${options.power} at level ${levels} (alpha ${options.alpha}, ${options.correction}, paired t).`,
		against === undefined
			? `The sd of the deltas is an assumption: two systems whose scores correlate by ${options.correlation}. --against <run> takes it from a real pair.`
			: `The sd of the deltas is the one seen against ${against}.`,
		...(rows.some(({ few }) => few) ? [`* fewer than ${FEW_QUERIES} queries`] : []),
	].join('\n');
}

export function powerJson(
	rows: readonly PowerRow[],
	options: PowerOptions,
	run: string,
	against: string | undefined,
): Json {
	return {
		run,
		against: against ?? null,
		options: {
			alpha: options.alpha,
			power: options.power,
			correction: options.correction,
			correlation: against === undefined ? options.correlation : null,
		},
		rows: rows.map(({ metric, stratum, n, sd, level, detectable, needed, few }) => ({
			metric,
			stratum,
			n,
			few_queries: few,
			sd,
			level,
			detectable_delta: detectable ?? null,
			queries_needed: options.deltas.map((delta, i) => ({ delta, queries: needed[i] ?? null })),
		})),
	};
}
