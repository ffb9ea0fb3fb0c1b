import { FEW_QUERIES } from '../../compare/comparison.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { fallbackQueries } from '../../run/fallback-queries.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { foundNothingText } from '../../run/found-nothing.ts';
import type { Means, Summary } from '../../run/scores.ts';
import type { LatencyStats, Timings } from '../../run/timings.ts';
import { countCell, metricCell, millisecondsCell } from '../cells.ts';
import { formatBytes } from '../numbers.ts';
import { outsideNotes } from '../outside-notes.ts';
import { rerankSection, timingsData } from '../rerank.ts';
import { type Column, type Section, type View, viewTable } from '../view.ts';
import { answerNotes, answerWarnings, budgetWarnings, cutWarnings, timingNotes } from './answer-notes.ts';
import { lengthData, lengthSections } from './length-section.ts';
import { manifestLines } from './manifest.ts';

/** Runs side by side: every metric overall and per stratum, then latency by stage and the indexes. */
export function runsView(
	runs: readonly RunFolder[],
	{ manifests = false }: { readonly manifests?: boolean } = {},
): View {
	const names = runs.map(({ manifest }) => manifest.system.name);
	const timed = runs.some(({ timings }) => timings !== undefined);
	return {
		kind: 'run',
		title: `${names.join(', ')} on ${runs[0]?.manifest.dataset.name ?? 'no dataset'}`,
		answer: [],
		warnings: [
			...answerWarnings(runs),
			...budgetWarnings(runs),
			...cutWarnings(runs),
			...runs.flatMap(({ manifest: { system, dataset } }) => {
				const fallback = fallbackQueries(system);
				return fallback === 0
					? []
					: [
							`${system.name}: ${fallback} of ${dataset.queries} queries were answered by a fallback, not by the system`,
						];
			}),
		],
		sections: [
			...(manifests
				? runs.map((run, i): Section => ({ name: `manifest_${i + 1}`, findings: manifestLines(run) }))
				: []),
			scoresSection(runs),
			...(timed ? [latencySection(runs)] : []),
			...lengthSections(runs),
			...runs.flatMap(({ manifest: { rerank, system }, timings }) =>
				rerank === undefined
					? []
					: [
							rerankSection({
								...(runs.length > 1 ? { system: system.name } : {}),
								rerank,
								timings: timings?.rerank,
							}),
						],
			),
		],
		notes: [
			...runs.flatMap(({ manifest }) => {
				const nothing = foundNothingText(manifest.found_nothing);
				return nothing === undefined ? [] : [`${manifest.system.name}: queries that found nothing: ${nothing}`];
			}),
			...runs.map(({ path }) => `run folder  ${path}`),
		],
		data: runsJson(runs),
	};
}

interface ScoreRow {
	readonly stratum: string;
	readonly system: string;
	readonly means: Means;
	/** The first row of its stratum names it. */
	readonly first: boolean;
	readonly isStratum: boolean;
}

export function scoresSection(runs: readonly RunFolder[]): Section {
	const metrics = [...new Set(runs.flatMap((run) => run.manifest.metrics))];
	const rows = [undefined, ...strataOf(runs)].flatMap((stratum) =>
		runs.flatMap((run, i): readonly ScoreRow[] => {
			const means =
				stratum === undefined
					? run.summary.overall
					: Object.hasOwn(run.summary.strata, stratum)
						? run.summary.strata[stratum]
						: undefined;
			if (means === undefined) return [];
			const system = run.manifest.system.name;
			return [{ stratum: stratum ?? 'overall', system, means, first: i === 0, isStratum: stratum !== undefined }];
		}),
	);
	const columns: readonly Column<ScoreRow>[] = [
		{
			key: 'stratum',
			header: 'stratum',
			identifies: true,
			cell: ({ stratum, first }) => ({ text: first ? stratum : '', value: stratum }),
		},
		{
			key: 'queries',
			header: 'queries',
			align: 'right',
			cell: ({ means, first, isStratum }) => {
				const cell = countCell(means.n, isStratum && means.n < FEW_QUERIES ? '*' : '');
				return first ? cell : { ...cell, text: '' };
			},
		},
		{ key: 'system', header: 'system', identifies: true, cell: ({ system }) => system },
		...metrics.map(
			(metric): Column<ScoreRow> => ({
				key: metric,
				header: metric,
				align: 'right',
				cell: ({ means }) => metricCell(means.metrics[metric]),
			}),
		),
	];
	const group = ({ stratum, isStratum }: ScoreRow): string => (runs.length > 1 ? stratum : isStratum ? 'strata' : '');
	return { name: 'scores', table: viewTable(columns, rows, group), notes: [...answerNotes(runs), ...footnotes(runs)] };
}

interface LatencyRow {
	readonly system: string;
	readonly stage: string;
	readonly stats: LatencyStats;
	readonly first: boolean;
}

export function latencySection(runs: readonly RunFolder[]): Section {
	const rows = runs.flatMap(({ manifest, timings }) =>
		timings === undefined
			? []
			: Object.entries(timings.latency)
					.sort(([x], [y]) => Number(x === 'total') - Number(y === 'total'))
					.map(([stage, stats], i): LatencyRow => ({ system: manifest.system.name, stage, stats, first: i === 0 })),
	);
	const columns: readonly Column<LatencyRow>[] = [
		{
			key: 'system',
			header: 'latency, ms',
			identifies: true,
			cell: ({ system, first }) => ({ text: first ? system : '', value: system }),
		},
		{ key: 'stage', header: 'stage', identifies: true, cell: ({ stage }) => stage },
		{ key: 'queries', header: 'queries', align: 'right', cell: ({ stats }) => countCell(stats.n) },
		...(['p50', 'p95', 'p99', 'mean', 'max'] as const).map(
			(statistic): Column<LatencyRow> => ({
				key: statistic,
				header: statistic,
				align: 'right',
				cell: ({ stats }) => millisecondsCell(stats[statistic]),
			}),
		),
	];
	return {
		name: 'latency',
		table: viewTable(columns, rows, ({ system }) => system),
		notes: [...timingNotes(runs), ...indexNotes(runs)],
	};
}

/** How long indexing took and how large the index is, where the retriever says so. */
function indexNotes(runs: readonly RunFolder[]): readonly string[] {
	return runs.flatMap(({ manifest, timings }) =>
		timings === undefined
			? []
			: [
					`index of ${manifest.system.name}: ${timings.indexSeconds.toFixed(2)} s${timings.indexBytes === 0 ? '' : `, ${formatBytes(timings.indexBytes)}`}`,
				],
	);
}

/** Strata in the order of the dataset's queries. */
function strataOf(runs: readonly RunFolder[]): readonly string[] {
	return [...new Set(runs.flatMap((run) => Object.keys(run.manifest.dataset.strata)))];
}

/** The strata that are no part of the overall means; none where there is nothing else. */
function outsideStrata({ strata }: Summary): readonly string[] {
	const names = Object.keys(strata).filter((name) => strata[name]?.outside_overall === true);
	return names.length === Object.keys(strata).length ? [] : names;
}

function footnotes(runs: readonly RunFolder[]): readonly string[] {
	const [first] = runs;
	if (first === undefined) return [];
	const notes: string[] = [];
	if (Object.values(first.summary.strata).some((means) => means.n < FEW_QUERIES))
		notes.push(`* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`);
	notes.push(...outsideNotes(outsideStrata(first.summary)));
	const { unscored } = first.summary.overall;
	if (unscored > 0)
		notes.push(
			`${unscored} ${unscored === 1 ? 'query has' : 'queries have'} no relevant document and can't be scored: left out of every mean.`,
		);
	const fewer = Object.entries(first.summary.overall.fewer ?? {}).map(([name, n]) => `${name} over ${n}`);
	if (fewer.length > 0)
		notes.push(`Over fewer queries, those that have a relevant document of that grade: ${fewer.join(', ')}.`);
	return notes;
}

/** The run itself where there is one, else all of them under `runs`. */
function runsJson(runs: readonly RunFolder[]): JsonObject {
	const all = runs.map(
		({ path, manifest, summary, timings }) =>
			({
				run: path,
				manifest,
				summary,
				...(timings === undefined ? {} : { timings: timingsJson(timings) }),
			}) as unknown as JsonObject,
	);
	return all.length === 1 ? (all[0] as JsonObject) : { runs: all as readonly Json[] };
}

/** Stages are names that systems give; the members around them are ours. */
function timingsJson(timings: Timings): JsonObject {
	const { latency, indexSeconds, indexBytes, concurrency, queriesPerSecond, resumedQueries, rerank } = timings;
	return {
		latency: latency as unknown as JsonObject,
		...lengthData(timings),
		index_seconds: indexSeconds,
		index_bytes: indexBytes,
		...(concurrency === undefined ? {} : { concurrency }),
		...(queriesPerSecond === undefined ? {} : { queries_per_second: queriesPerSecond }),
		...(resumedQueries === undefined ? {} : { resumed_queries: resumedQueries }),
		...(rerank === undefined ? {} : { rerank: timingsData(rerank) }),
	};
}
