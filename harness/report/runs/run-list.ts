import type { Standing } from '../../compare/all-pairs.ts';
import type { ListedRun } from '../../run/folder/find-run.ts';
import type { Summary } from '../../run/scores.ts';
import { countCell, metricCell } from '../cells.ts';
import { standingSentence } from '../compare/compare-answer.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Column, type Section, type View, viewTable } from '../view.ts';

export interface RunEntry extends ListedRun {
	/** Undefined where summary.json can't be read. */
	readonly summary: Summary | undefined;
}

/** The newest runs of the systems on one dataset, ranked. */
export interface Leaderboard {
	readonly dataset: string;
	readonly standing: Standing;
	/** Why there are fewer systems than runs, or other limits; sentences. */
	readonly notes: readonly string[];
}

/** The runs of a folder, newest first, and per dataset which systems are told apart. */
export function runListView(runs: readonly RunEntry[], boards: readonly Leaderboard[], directory: string): View {
	const newestFirst = [...runs].reverse();
	return {
		kind: 'runs',
		title: `Runs under ${directory}`,
		answer: runs.length === 0 ? [`There are no runs under ${directory}: \`bench run\` makes one.`] : [],
		warnings: [],
		sections: [
			...(runs.length === 0 ? [] : [{ name: 'runs', table: viewTable(COLUMNS, newestFirst) }]),
			...boards.map(boardSection),
		],
		notes:
			runs.length === 0
				? []
				: ['A run is named by its folder, the beginning of its name, its system (the newest run of it), or latest.'],
		data: toJsonObject({
			directory,
			runs: newestFirst.map(({ name, path, manifest, summary }) => ({
				name,
				path,
				system: manifest.system.name,
				dataset: manifest.dataset.name,
				fingerprint: manifest.dataset.fingerprint,
				created: manifest.created,
				commit: manifest.tool.commit,
				queries: summary?.overall.n ?? null,
				metrics: new Map(Object.entries(summary?.overall.metrics ?? {})),
			})),
			leaderboards: boards,
		}),
	};
}

const COLUMNS: readonly Column<RunEntry>[] = [
	{ key: 'run', header: 'run', identifies: true, cell: ({ name }) => name },
	{ key: 'system', header: 'system', identifies: true, filter: true, cell: ({ manifest }) => manifest.system.name },
	{ key: 'dataset', header: 'dataset', filter: true, dropOrder: 3, cell: ({ manifest }) => datasetOf(manifest) },
	{
		key: 'created',
		header: 'created',
		dropOrder: 2,
		cell: ({ manifest }) => ({ text: manifest.created.slice(0, 16).replace('T', ' '), value: manifest.created }),
	},
	{ key: 'commit', header: 'commit', dropOrder: 1, cell: ({ manifest }) => manifest.tool.commit?.slice(0, 8) ?? '-' },
	{
		key: 'queries',
		header: 'queries',
		align: 'right',
		dropOrder: 4,
		cell: ({ summary }) => countCell(summary?.overall.n),
	},
	{ key: 'metric', header: 'metric', cell: ({ manifest }) => headline(manifest) },
	{
		key: 'mean',
		header: 'mean',
		align: 'right',
		cell: ({ manifest, summary }) => metricCell(summary?.overall.metrics[headline(manifest)]),
	},
];

function datasetOf({ dataset, selected_strata: strata }: RunEntry['manifest']): string {
	return strata === undefined ? dataset.name : `${dataset.name} (${strata.join(', ')})`;
}

function headline({ metrics }: RunEntry['manifest']): string {
	return metrics[0] ?? '';
}

function boardSection({ dataset, standing, notes }: Leaderboard, i: number): Section {
	const columns: readonly Column<Standing['systems'][number]>[] = [
		{ key: 'system', header: 'system', identifies: true, cell: ({ label }) => label },
		{ key: 'mean', header: standing.metric, align: 'right', cell: ({ mean }) => metricCell(mean) },
		{ key: 'letters', header: 'group', cell: ({ letters }) => letters },
	];
	return {
		name: `leaderboard_${i + 1}`,
		title: `${dataset}: newest run of each system`,
		findings: [standingSentence(standing)],
		table: viewTable(columns, standing.systems),
		notes: [...notes, 'Systems that share a letter are not told apart.'],
	};
}
