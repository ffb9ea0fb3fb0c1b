import { FEW_QUERIES } from '../../compare/comparison.ts';
import type { DatasetPower, PowerRow } from '../../compare/power/dataset-power.ts';
import type { PowerOptions } from '../../compare/power/options.ts';
import { questionJson } from '../../compare/question-json.ts';
import { smallestP } from '../../stats/clusters.ts';
import { countCell, metricCell } from '../cells.ts';
import { clusterOption, NOT_CLUSTERED, unitsNote } from '../cluster-words.ts';
import { percentOf } from '../compare/compare-words.ts';
import { mdeCell, mdeNotes, queriesText } from '../mde-words.ts';
import { formatCount } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Column, type Section, type View, viewTable } from '../view.ts';

export interface PowerRequest {
	/** Path of the run, and of the second one that shows the deltas. */
	readonly run: string;
	readonly against: { readonly path: string; readonly system: string } | undefined;
	readonly options: PowerOptions;
	/** A dataset is planned: the queries that intervals need belong to the first screen. */
	readonly planned: boolean;
}

/** The differences that a dataset of this size can show. */
export function powerView(power: DatasetPower, request: PowerRequest): View {
	const { rows, question } = power;
	const { options, against, planned } = request;
	return {
		kind: 'power',
		title: `What ${request.run} can show`,
		answer: answer(power, options),
		warnings: [],
		sections: [foundSection(rows, options), widthSection(rows, options, planned)],
		notes: [
			...mdeNotes(
				rows.map(({ found }) => ({ ...found, power: options.power })),
				undefined,
			),
			...clusterNotes(rows, options, against === undefined),
			...levelNotes(rows, options),
			against === undefined
				? `sd is that of the paired deltas, which are assumed here: with chance ${Number((1 - options.correlation).toPrecision(3))} a query scores like another one drawn at random, so that two systems correlate by ${options.correlation}. A second run shows real ones: bench power <run> <against>.`
				: `sd is that of the paired deltas, as seen against ${against.system}.`,
			...(rows.some(({ few }) => few) ? [`* fewer than ${FEW_QUERIES} queries`] : []),
		],
		data: toJsonObject({
			run: request.run,
			against: against?.path ?? null,
			options: {
				...optionsData(options),
				...clusterOption(options.clusters),
				correlation: against === undefined ? options.correlation : null,
				seed: options.seed,
			},
			question: questionJson(question),
			rows: rows.map((row) => rowData(row, options)),
		}),
	};
}

/** `311 queries find a true difference of 0.06 in recall@10 overall with 80 % power; 0.05 takes 450 queries.` */
function answer({ rows }: DatasetPower, { power, deltas }: PowerOptions): readonly string[] {
	const primary = rows.find(({ role }) => role === 'primary');
	if (primary === undefined) return [];
	const { metric, stratum, n, found, needed } = primary;
	const where = `${metric} ${stratum}`;
	const can =
		found.mde === undefined
			? `${formatCount(n)} queries find no difference that ${where} allows with ${percentOf(power)} power`
			: `${formatCount(n)} queries find a true difference of ${found.mde.toFixed(4)} in ${where} with ${percentOf(power)} power`;
	const takes = deltas.flatMap((delta, i) =>
		needed[i] === undefined ? [] : [`${delta} takes ${queriesText(needed[i])} queries`],
	);
	return [`${[can, ...(takes.length === 0 ? [] : [takes.join(', ')])].join('; ')}.`];
}

const IDENTITY: readonly Column<PowerRow>[] = [
	{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
	{
		key: 'stratum',
		header: 'stratum',
		identifies: true,
		cell: ({ stratum, few }) => ({ text: `${stratum}${few ? '*' : ''}`, value: stratum }),
	},
];

const CLUSTERS: Column<PowerRow> = {
	key: 'clusters',
	header: 'clusters',
	align: 'right',
	cell: ({ clusters }) => (clusters === undefined ? { text: '', value: null } : countCell(clusters)),
};

/** Queries of one scope are not independent: what that means for these numbers. */
function clusterNotes(
	rows: readonly PowerRow[],
	{ deltas, clusters }: PowerOptions,
	assumed: boolean,
): readonly string[] {
	if (clusters === 'none') return [NOT_CLUSTERED];
	const row = rows.find((candidate) => candidate.clusters !== undefined);
	if (row?.clusters === undefined) return [];
	const needs = deltas.flatMap((delta, i) => {
		const needed = row.neededClusters?.[i];
		return needed === undefined ? [] : [`${delta} takes ${formatCount(needed)}`];
	});
	const hopeless = rows.flatMap(({ clusters: count, level }) =>
		count !== undefined && smallestP(count) >= level
			? [`${count} clusters reach no p below ${smallestP(count)}, and the level is ${Number(level.toPrecision(3))}`]
			: [],
	);
	return [
		unitsNote(clusters, row.clusters, row.icc, assumed),
		...(needs.length === 0 ? [] : [`Clusters that ${row.metric} ${row.stratum} needs: ${needs.join(', ')}.`]),
		...(hopeless.length === 0 ? [] : [`Nothing can be found: ${[...new Set(hopeless)].join('; ')}.`]),
	];
}

function foundSection(rows: readonly PowerRow[], { deltas }: PowerOptions): Section {
	const columns: readonly Column<PowerRow>[] = [
		...IDENTITY,
		{ key: 'role', header: 'family', dropOrder: 2, cell: ({ role }) => role },
		{ key: 'n', header: 'queries', align: 'right', cell: ({ n }) => countCell(n) },
		...(rows.some(({ clusters }) => clusters !== undefined) ? [CLUSTERS] : []),
		{ key: 'sd', header: 'sd', align: 'right', dropOrder: 1, cell: ({ sd }) => metricCell(sd) },
		{ key: 'mde', header: 'MDE', align: 'right', cell: ({ found }) => mdeCell(found) },
		...deltas.map((delta, i) => queriesColumn<PowerRow>(`find_${delta}`, `find ${delta}`, ({ needed }) => needed[i])),
	];
	return {
		name: 'found',
		table: viewTable(columns, rows, ({ metric }) => metric),
		notes: [
			`"find ${deltas[0]}": as many queries of the same kind find a true difference of ${deltas[0]} with that power.`,
		],
	};
}

function widthSection(rows: readonly PowerRow[], { deltas }: PowerOptions, planned: boolean): Section {
	const columns: readonly Column<PowerRow>[] = [
		...IDENTITY,
		{ key: 'n', header: 'queries', align: 'right', cell: ({ n }) => countCell(n) },
		...deltas.map((delta, i) =>
			queriesColumn<PowerRow>(`within_${delta}`, `±${delta}`, ({ forInterval }) => forInterval[i]),
		),
	];
	return {
		name: 'intervals',
		title: 'Queries for the width of the interval',
		...(planned ? {} : { detail: true }),
		table: viewTable(columns, rows, ({ metric }) => metric),
		notes: [`"±${deltas[0]}": with as many the interval is expected to reach ${deltas[0]} to either side.`],
	};
}

/** A number of queries; none where no number is enough. */
export function queriesColumn<Row>(
	key: string,
	header: string,
	queries: (row: Row) => number | undefined,
): Column<Row> {
	return {
		key,
		header,
		align: 'right',
		cell: (row) => ({ text: queriesText(queries(row)), value: finite(queries(row)) }),
	};
}

function levelNotes(rows: readonly PowerRow[], { alpha, correction }: PowerOptions): readonly string[] {
	const secondary = rows.find(({ role }) => role === 'secondary');
	if (correction === 'none' || secondary === undefined) return [];
	return [
		`The primary row is decided alone at ${alpha}; the others are one family (${correction}, first step ${Number(secondary.level.toPrecision(3))}), judged at that level once the primary one is decided.`,
	];
}

function rowData(
	{ metric, stratum, role, n, sd, level, found, needed, forInterval, few, ...row }: PowerRow,
	{ deltas }: PowerOptions,
): object {
	const { clusters, icc, neededClusters } = row;
	return {
		metric,
		stratum,
		family: role,
		n,
		...(clusters === undefined ? {} : { clusters, icc: icc ?? null }),
		fewQueries: few,
		sd,
		level,
		mde: { delta: found.mde ?? null, gain: found.gain ?? null, loss: found.loss ?? null },
		queriesForMargin: queriesData(deltas, needed, forInterval).map((entry, i) => ({
			...entry,
			...(neededClusters === undefined ? {} : { clusters: neededClusters[i] ?? null }),
		})),
	};
}

export function optionsData({ alpha, power, correction }: PowerOptions): object {
	return { alpha, power, correction };
}

/** For each wished difference the queries that find it, and those whose interval reaches no farther. */
export function queriesData(
	deltas: readonly number[],
	needed: readonly (number | undefined)[],
	forInterval: readonly number[],
): readonly object[] {
	return deltas.map((margin, i) => ({
		margin,
		queries: finite(needed[i]),
		queriesForInterval: finite(forInterval[i]),
	}));
}

function finite(queries: number | undefined): number | null {
	return queries !== undefined && Number.isFinite(queries) ? queries : null;
}
