import type { DatasetStats, Spread, StratumStats } from '../../datasets/describe.ts';
import { countCell, numberCell } from '../cells.ts';
import { formatCount } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Cell, type Column, type Section, type View, viewTable } from '../view.ts';

/** `bench data stats`: what a dataset is like, without any of its text. */
export function datasetView(stats: DatasetStats): View {
	const { strata, categories, grades, ...rest } = stats;
	return {
		kind: 'dataset',
		title: `Dataset ${stats.name}`,
		answer: [],
		warnings: [],
		sections: [strataSection(stats), lengthsSection(stats), factsSection(stats)],
		notes: [],
		data: toJsonObject({
			...rest,
			// Names that the dataset gives.
			categories: new Map(Object.entries(categories)),
			grades: new Map(Object.entries(grades)),
			strata: new Map(Object.entries(strata)),
		}),
	};
}

type StratumRow = readonly [name: string, stratum: StratumStats];

function strataSection(stats: DatasetStats): Section {
	const number = (key: string, header: string, cell: (stratum: StratumStats) => Cell): Column<StratumRow> => ({
		key,
		header,
		align: 'right',
		cell: ([, stratum]) => cell(stratum),
	});
	const columns: readonly Column<StratumRow>[] = [
		{ key: 'stratum', header: 'stratum', identifies: true, cell: ([name]) => name },
		number('queries', 'queries', ({ queries }) => countCell(queries)),
		number('relevant_p50', 'relevant p50', ({ relevant }) => tenthsCell(relevant.p50)),
		number('relevant_max', 'max', ({ relevant }) => tenthsCell(relevant.max)),
		number('words_p50', 'words p50', ({ words }) => tenthsCell(words.p50)),
		number('words_p95', 'p95', ({ words }) => tenthsCell(words.p95)),
		number('overlap_p50', 'overlap p50', ({ overlap }) => numberCell(overlap.p50, 3)),
		number('overlap_p90', 'p90', ({ overlap }) => numberCell(overlap.p90, 3)),
		number('overlap_max', 'max', ({ overlap }) => numberCell(overlap.max, 3)),
	];
	const rows: readonly StratumRow[] = [['overall', stats.overall], ...Object.entries(stats.strata)];
	return {
		name: 'strata',
		table: viewTable(columns, rows, (row) => (row === rows[0] ? 'overall' : 'strata')),
		notes: [
			'relevant: documents of grade 1 or more per query.',
			'overlap: Jaccard of the words of a query and of each of its relevant documents (content and keywords);',
			'the higher it is, the more of the task words alone can do.',
		],
	};
}

function lengthsSection(stats: DatasetStats): Section {
	const number = (key: 'p50' | 'p95' | 'max'): Column<readonly [string, Spread]> => ({
		key,
		header: key,
		align: 'right',
		cell: ([, spread]) => tenthsCell(spread[key]),
	});
	return {
		name: 'lengths',
		table: viewTable<readonly [string, Spread]>(
			[
				{ key: 'lengths', header: 'lengths', identifies: true, cell: ([name]) => name },
				{ key: 'n', header: 'n', align: 'right', cell: ([, { n }]) => countCell(n) },
				number('p50'),
				number('p95'),
				number('max'),
			],
			[
				['documents, words', stats.docWords],
				['documents, characters', stats.docChars],
				['queries, words', stats.overall.words],
				['queries, characters', stats.queryChars],
			],
		),
	};
}

function factsSection(stats: DatasetStats): Section {
	const grades = Object.entries(stats.grades).map(([grade, count]) => `${grade}: ${formatCount(count)}`);
	const categories = Object.keys(stats.categories).filter((name) => name !== '');
	return {
		name: 'facts',
		table: viewTable<readonly [string, string]>(
			[
				{ key: 'fact', header: 'fact', identifies: true, cell: ([fact]) => fact },
				{ key: 'value', header: 'value', wraps: true, cell: ([, value]) => value },
			],
			[
				['dataset', `${stats.name} (${stats.directory})`],
				['fingerprint', stats.fingerprint],
				['judgments', `${stats.graded ? 'graded' : 'binary'}; grade: count ${grades.join(', ')}`],
				["queries that can't be scored", formatCount(stats.overall.unscorable)],
				['documents', `${formatCount(stats.docs)}, of which ${formatCount(stats.emptyDocs)} are empty`],
				[
					'documents with',
					`tags ${formatCount(stats.tagged)}, keywords ${formatCount(stats.withKeywords)}, a date ${formatCount(stats.dated)}`,
				],
				['categories', formatCount(categories.length)],
				...scopeRows(stats),
				['exact duplicates', formatCount(stats.exactDuplicates)],
				['near-duplicate pairs', `${formatCount(stats.nearDuplicatePairs)} (3-word shingles, Jaccard 0.8 or more)`],
				[
					'sensitive documents',
					`${formatCount(stats.sensitiveLeftOut)} left out, ${formatCount(stats.sensitiveKept)} kept for lexical use only`,
				],
			],
		),
	};
}

function scopeRows({ scopes, queries }: DatasetStats): readonly [string, string][] {
	if (scopes === undefined) return [];
	const { docs, queries: asked } = scopes;
	const each = (spread: typeof docs): string => `median ${spread.p50}, most ${formatCount(spread.max)}`;
	return [
		['scopes', formatCount(scopes.scopes)],
		['documents a scope', `${each(docs)}; ${formatCount(scopes.docsEverywhere)} in every scope`],
		['queries a scope', `${each(asked)}; ${formatCount(scopes.queriesUnscoped)} without a scope`],
		['queries with a time', `${formatCount(scopes.asked)} of ${formatCount(queries)} (asked_at)`],
	];
}

/** At most one decimal, for medians between two whole numbers. */
function tenthsCell(value: number): Cell {
	const known = !Number.isNaN(value);
	return { text: known ? formatCount(Math.round(value * 10) / 10) : '-', value: known ? value : null };
}
