import { FEW_QUERIES } from '../compare/comparison.ts';
import type { DatasetPower } from '../compare/power/dataset-power.ts';
import type { PowerOptions } from '../compare/power/options.ts';
import { questionJson } from '../compare/question-json.ts';
import type { Json, JsonObject } from '../contract.ts';
import { mdeNotes, mdeText, queriesText } from './mde-words.ts';
import { formatMetric } from './numbers.ts';
import { type Row, renderTable } from './table.ts';

/** What the dataset can show, as a table with its assumption in words. `against`: label of the second run. */
export function renderPower(
	{ rows }: DatasetPower,
	options: PowerOptions,
	{ against, intervals }: { readonly against: string | undefined; readonly intervals: boolean },
): string {
	const cells: Row[] = [];
	rows.forEach((row, i) => {
		if (i > 0 && row.metric !== rows[i - 1]?.metric) cells.push('rule');
		cells.push([
			row.metric,
			`${row.stratum}${row.few ? '*' : ''}`,
			row.role,
			String(row.n),
			formatMetric(row.sd),
			mdeText(row.found),
			...row.needed.map(queriesText),
			...(intervals ? row.forInterval.map(queriesText) : []),
		]);
	});
	const table = renderTable(
		[
			{ header: 'metric' },
			{ header: 'stratum' },
			{ header: 'family' },
			{ header: 'queries', align: 'right' },
			{ header: 'sd', align: 'right' },
			{ header: 'MDE', align: 'right' },
			...options.deltas.map((delta) => ({ header: `find ${delta}`, align: 'right' as const })),
			...(intervals ? options.deltas.map((delta) => ({ header: `±${delta}`, align: 'right' as const })) : []),
		],
		cells,
	);
	const secondary = rows.find(({ role }) => role === 'secondary');
	const several = options.correction !== 'none' && secondary !== undefined;
	return [
		table,
		'',
		...mdeNotes(
			rows.map(({ found, level }) => ({ ...found, level, power: options.power })),
			undefined,
		),
		`"find ${options.deltas[0]}": as many queries of the same kind find a true difference of ${options.deltas[0]} with that power.`,
		...(intervals
			? [`"±${options.deltas[0]}": with as many the interval is expected to reach ${options.deltas[0]} to either side.`]
			: []),
		...(several
			? [
					`The primary row is decided alone at ${options.alpha}; the others are one family (${options.correction}, first step ${Number(secondary.level.toPrecision(3))}), asked at that level once the primary one is decided.`,
				]
			: []),
		against === undefined
			? `sd: of the paired deltas. These are an assumption: with chance ${Number((1 - options.correlation).toPrecision(3))} a query scores like another one drawn at random, so that two systems correlate by ${options.correlation}. A second run shows real ones: bench power <run> <against>.`
			: `sd: of the paired deltas, as seen against ${against}.`,
		...(rows.some(({ few }) => few) ? [`* fewer than ${FEW_QUERIES} queries`] : []),
	].join('\n');
}

export function powerJson(
	{ rows, question }: DatasetPower,
	options: PowerOptions,
	run: string,
	against: string | undefined,
): Json {
	return {
		run,
		against: against ?? null,
		options: {
			...optionsJson(options),
			correlation: against === undefined ? options.correlation : null,
			seed: options.seed,
		},
		question: questionJson(question),
		rows: rows.map(({ metric, stratum, role, n, sd, level, found, needed, forInterval, few }) => ({
			metric,
			stratum,
			family: role,
			n,
			few_queries: few,
			sd,
			level,
			mde: { delta: found.mde ?? null, gain: found.gain ?? null, loss: found.loss ?? null },
			queries_for_margin: queriesJson(options.deltas, needed, forInterval),
		})),
	};
}

export function optionsJson({ alpha, power, correction }: PowerOptions): JsonObject {
	return { alpha, power, correction };
}

/** For each wished difference the queries that find it, and those whose interval reaches no farther. */
export function queriesJson(
	deltas: readonly number[],
	needed: readonly (number | undefined)[],
	forInterval: readonly number[],
): Json {
	const finite = (queries: number | undefined): number | null =>
		queries !== undefined && Number.isFinite(queries) ? queries : null;
	return deltas.map((margin, i) => ({
		margin,
		queries: finite(needed[i]),
		queries_for_interval: finite(forInterval[i]),
	}));
}
