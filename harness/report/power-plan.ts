import type { PowerOptions } from '../compare/power/options.ts';
import type { PlanRow } from '../compare/power/plan.ts';
import type { Json } from '../contract.ts';
import { queriesText } from './mde-words.ts';
import { formatMetric } from './numbers.ts';
import { optionsJson, queriesJson } from './power.ts';
import { type Row, renderTable } from './table.ts';

/** How many queries a dataset needs that is not built yet. */
export function renderPlan(rows: readonly PlanRow[], strata: number, options: PowerOptions): string {
	const cells: Row[] = [];
	rows.forEach((row, i) => {
		if (i > 0 && row.sd !== rows[i - 1]?.sd) cells.push('rule');
		cells.push([
			formatMetric(row.sd),
			row.stratum,
			String(Number(row.level.toPrecision(3))),
			...row.needed.map(queriesText),
			...row.forInterval.map(queriesText),
		]);
	});
	const [first] = options.deltas;
	const sources = [...new Map(rows.map(({ sd, source }) => [sd, source]))];
	return [
		renderTable(
			[
				{ header: 'sd of deltas', align: 'right' },
				{ header: 'queries' },
				{ header: 'level', align: 'right' },
				...options.deltas.map((delta) => ({ header: `find ${delta}`, align: 'right' as const })),
				...options.deltas.map((delta) => ({ header: `±${delta}`, align: 'right' as const })),
			],
			cells,
		),
		'',
		`"find ${first}": the queries with which a paired t test finds a true difference of ${first} with power ${options.power}. "±${first}": those with which the interval is expected to reach ${first} to either side. (Topic set size design, Sakai 2016.)`,
		...(strata > 1
			? [
					`Each of ${strata} strata is tested at alpha / ${options.correction === 'none' ? 1 : strata}: ${strata} times the number of "each stratum" in all, if every stratum is to show the difference for itself.`,
				]
			: []),
		...sources.map(([sd, source]) => `sd ${formatMetric(sd)}: ${source}.`),
		'Where few queries move, the randomisation test needs more than this: run a pilot of 50 queries with two systems, then bench power --plan <run> <against>.',
	].join('\n');
}

export function planJson(rows: readonly PlanRow[], strata: number, options: PowerOptions): Json {
	return {
		options: { ...optionsJson(options), strata },
		rows: rows.map(({ sd, source, stratum, level, needed, forInterval }) => ({
			sd,
			source,
			stratum,
			level,
			queries_for_margin: queriesJson(options.deltas, needed, forInterval),
		})),
	};
}
