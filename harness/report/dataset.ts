import type { DatasetStats, Spread, StratumStats } from '../datasets/describe.ts';
import { formatProblem } from '../datasets/problems.ts';
import type { Validation } from '../datasets/validate.ts';
import { formatCount } from './numbers.ts';
import { type Column, type Row, renderTable } from './table.ts';

/** `bench data stats`: what a dataset is like, without any of its text. */
export function renderDatasetStats(stats: DatasetStats): string {
	return [renderStrata(stats), renderLengths(stats), renderFacts(stats)].join('\n\n');
}

function renderStrata(stats: DatasetStats): string {
	const columns: Column[] = [
		{ header: 'stratum' },
		...['queries', 'relevant p50', 'max', 'words p50', 'p95', 'overlap p50', 'p90', 'max'].map((header) => ({
			header,
			align: 'right' as const,
		})),
	];
	const row = (name: string, stratum: StratumStats): Row => [
		name,
		String(stratum.queries),
		whole(stratum.relevant.p50),
		whole(stratum.relevant.max),
		whole(stratum.words.p50),
		whole(stratum.words.p95),
		share(stratum.overlap.p50),
		share(stratum.overlap.p90),
		share(stratum.overlap.max),
	];
	const rows: Row[] = [row('overall', stats.overall), 'rule'];
	for (const [name, stratum] of Object.entries(stats.strata)) rows.push(row(name, stratum));
	return [
		renderTable(columns, rows),
		'',
		'relevant: documents of grade 1 or more per query. overlap: Jaccard of the words of a query and of each of its',
		'relevant documents (content and keywords); the higher it is, the more of the task words alone can do.',
	].join('\n');
}

function renderLengths(stats: DatasetStats): string {
	const columns: Column[] = [
		{ header: 'lengths' },
		...['n', 'p50', 'p95', 'max'].map((header) => ({ header, align: 'right' as const })),
	];
	const row = (name: string, spread: Spread): Row => [
		name,
		formatCount(spread.n),
		whole(spread.p50),
		whole(spread.p95),
		whole(spread.max),
	];
	return renderTable(columns, [
		row('documents, words', stats.docWords),
		row('documents, characters', stats.docChars),
		row('queries, words', stats.overall.words),
		row('queries, characters', stats.queryChars),
	]);
}

function renderFacts(stats: DatasetStats): string {
	const grades = Object.entries(stats.grades).map(([grade, count]) => `${grade}: ${formatCount(count)}`);
	const facts: (readonly [string, string])[] = [
		['dataset', `${stats.name} (${stats.directory})`],
		['fingerprint', stats.fingerprint],
		['judgments', `${stats.graded ? 'graded' : 'binary'}; grade: count ${grades.join(', ')}`],
		["queries that can't be scored", formatCount(stats.overall.unscorable)],
		['documents', `${formatCount(stats.docs)}, of which ${formatCount(stats.emptyDocs)} are empty`],
		[
			'documents with',
			`tags ${formatCount(stats.tagged)}, keywords ${formatCount(stats.withKeywords)}, a date ${formatCount(stats.dated)}`,
		],
		['categories', formatCount(Object.keys(stats.categories).filter((name) => name !== '').length)],
		['exact duplicates', formatCount(stats.exactDuplicates)],
		['near-duplicate pairs', `${formatCount(stats.nearDuplicatePairs)} (3-word shingles, Jaccard 0.8 or more)`],
		[
			'sensitive documents',
			`${formatCount(stats.sensitiveLeftOut)} left out, ${formatCount(stats.sensitiveKept)} kept for lexical use only`,
		],
	];
	return renderTable(
		[{ header: 'fact' }, { header: 'value' }],
		facts.map((fact) => [...fact]),
	);
}

/** `bench data validate`: every problem, errors first. */
export function renderValidation(validation: Validation): string {
	const { directory, errors, warnings } = validation;
	const lines = [...errors, ...warnings].map(
		(problem) => `${problem.severity.padEnd(7)}  ${formatProblem(directory, problem)}`,
	);
	const found = `${plural(errors.length, 'error')}, ${plural(warnings.length, 'warning')}`;
	const counts = `${formatCount(validation.docs)} documents, ${formatCount(validation.queries)} queries (${formatCount(
		validation.judgedQueries,
	)} judged), ${formatCount(validation.sensitiveLeftOut)} sensitive documents left out`;
	lines.push(...(lines.length > 0 ? [''] : []), `${directory}: ${found}; ${counts}`);
	if (validation.fingerprint !== undefined) lines.push(`fingerprint ${validation.fingerprint}`);
	return lines.join('\n');
}

function plural(count: number, word: string): string {
	return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

function whole(value: number): string {
	return Number.isNaN(value) ? '-' : formatCount(Math.round(value * 10) / 10);
}

function share(value: number): string {
	return Number.isNaN(value) ? '-' : value.toFixed(3);
}
