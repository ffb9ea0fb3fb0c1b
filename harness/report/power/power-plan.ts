import type { PowerOptions } from '../../compare/power/options.ts';
import type { PlanRow } from '../../compare/power/plan.ts';
import { metricCell } from '../cells.ts';
import { percentOf } from '../compare/compare-words.ts';
import { queriesText } from '../mde-words.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Column, type View, viewTable } from '../view.ts';
import { optionsData, queriesColumn, queriesData } from './power.ts';

/** How many queries a dataset needs that is not built yet. */
export function powerPlanView(rows: readonly PlanRow[], strata: number, options: PowerOptions): View {
	const { deltas, power, correction } = options;
	const [first] = deltas;
	const sources = [...new Map(rows.map(({ sd, source }) => [sd, source]))];
	const columns: readonly Column<PlanRow>[] = [
		{ key: 'sd', header: 'sd of deltas', align: 'right', identifies: true, cell: ({ sd }) => metricCell(sd) },
		{ key: 'stratum', header: 'queries', identifies: true, cell: ({ stratum }) => stratum },
		{
			key: 'level',
			header: 'level',
			align: 'right',
			cell: ({ level }) => ({ text: String(Number(level.toPrecision(3))), value: level }),
		},
		...deltas.map((delta, i) => queriesColumn<PlanRow>(`find_${delta}`, `find ${delta}`, ({ needed }) => needed[i])),
		...deltas.map((delta, i) =>
			queriesColumn<PlanRow>(`within_${delta}`, `±${delta}`, ({ forInterval }) => forInterval[i]),
		),
	];
	return {
		kind: 'power_plan',
		title: 'How many queries a dataset needs',
		answer: answer(rows, options),
		warnings: [],
		sections: [{ name: 'plan', table: viewTable(columns, rows, ({ sd }) => String(sd)) }],
		notes: [
			`"find ${first}": with as many queries a paired t test finds a true difference of ${first} with ${percentOf(power)} power. "±${first}": with as many the interval is expected to reach ${first} to either side. (Topic set size design, Sakai 2016.)`,
			...(strata > 1
				? [
						`Each of ${strata} strata is tested at alpha / ${correction === 'none' ? 1 : strata}: where every stratum is to show the difference for itself, the dataset needs ${strata} times the number of "each stratum".`,
					]
				: []),
			...sources.map(([sd, source]) => `sd ${metricCell(sd).text}: ${source}.`),
			'Where few queries move, the test of bench compare needs more than this: run a pilot of 50 queries with two systems, then bench power --plan <run> <against>.',
		],
		data: toJsonObject({
			options: { ...optionsData(options), strata },
			rows: rows.map(({ sd, source, stratum, level, needed, forInterval }) => ({
				sd,
				source,
				stratum,
				level,
				queriesForMargin: queriesData(deltas, needed, forInterval),
			})),
		}),
	};
}

/** `To find a true difference of 0.05 with 80 % power takes 71 to 630 queries, by how much the deltas spread.` */
function answer(rows: readonly PlanRow[], { deltas, power }: PowerOptions): readonly string[] {
	const overall = rows.filter(({ stratum }) => stratum === 'overall');
	return deltas.map((delta, i) => {
		const counts = overall.map(({ needed }) => needed[i] as number);
		const [least, most] = [Math.min(...counts), Math.max(...counts)];
		const range = least === most ? queriesText(least) : `${queriesText(least)} to ${queriesText(most)}`;
		return `To find a true difference of ${delta} with ${percentOf(power)} power takes ${range} queries${least === most ? '' : ', by how much the deltas spread'}.`;
	});
}
