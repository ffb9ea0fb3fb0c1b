import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from '../../harness/contract.ts';
import { loadDataset } from '../../harness/datasets/load.ts';
import { BenchError } from '../../harness/errors.ts';
import { temporaryName, writeFileWhole } from '../../harness/files/write-file.ts';
import { type JudgmentsFile, readJudgmentsFile, standingJudgments } from '../../harness/labels/judgments-file.ts';
import { type KnownPolicy, type Merge, mergedQrelsText, mergeJudgmentFiles } from '../../harness/labels/merge.ts';
import { MERGE_RULES, type MergeRuleName } from '../../harness/labels/merge-rules.ts';
import { formatCount } from '../../harness/report/numbers.ts';
import { renderTable } from '../../harness/report/table.ts';
import { openJudgedTexts } from '../open-judged-texts.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';

export interface MergeFlags extends OutputFlags {
	readonly out?: string;
	readonly dataset?: string;
	readonly replace?: boolean;
	readonly rule: MergeRuleName;
	readonly known: KnownPolicy;
	readonly data?: string;
}

/** `bench merge-judgments`. */
export async function mergeJudgments(paths: readonly string[], flags: MergeFlags): Promise<void> {
	if ((flags.out === undefined) === (flags.dataset === undefined))
		throw new BenchError('usage', 'merge-judgments takes either --out <file> or --dataset <dir>', {
			hint: '--out writes the qrels alone, --dataset a whole new dataset folder with them.',
		});
	const terminal = await openTerminal(flags);
	const files = paths.map(readJudgmentsFile);
	const dataset = await openTexts(files, flags);
	const merge = mergeJudgmentFiles(files, { qrels: dataset.qrels, policy: flags.known }, flags.rule);
	for (const warning of warningsOf(files, dataset, flags)) terminal.warn(`warning: ${warning}`);
	const text = mergedQrelsText(merge, dataset);
	const written = flags.dataset === undefined ? writeQrels(text, flags) : writeDataset(text, dataset, flags.dataset);
	print(terminal, files, merge, flags, written);
}

async function openTexts(files: readonly JudgmentsFile[], flags: MergeFlags): Promise<Dataset> {
	const [first] = files;
	if (first === undefined) throw new BenchError('usage', 'no judgments file was named');
	for (const { path, header } of files)
		if (header.dataset.texts_sha256 !== first.header.dataset.texts_sha256)
			throw new BenchError('data', `${path} and ${first.path} are judgments of different texts`);
	const dataset = await openJudgedTexts(first.header.dataset, flags.data);
	const queries = new Set(dataset.queries.map(({ id }) => id));
	const docs = new Set(dataset.corpus.map(({ id }) => id));
	for (const { path, entries } of files)
		for (const { queryId, docId } of entries)
			if (!queries.has(queryId) || !docs.has(docId))
				throw new BenchError('data', `${path} judges document ${docId} for query ${queryId}, which the dataset lacks`);
	// Judgments of sensitive documents were left out for judging; what is written must not lose them.
	return dataset.sensitiveLeftOut === 0 ? dataset : loadDataset(dataset.directory, { sensitive: 'lexical-only' });
}

function warningsOf(files: readonly JudgmentsFile[], { qrels }: Dataset, { known }: MergeFlags): string[] {
	const rubrics = new Map(files.map(({ header }) => [header.rubric.sha256, header.rubric.name]));
	const highest = (grades: Iterable<number>): number => [...grades].reduce((most, grade) => Math.max(most, grade), 0);
	const before = highest([...qrels.values()].flatMap((grades) => [...grades.values()]));
	const now = highest(files.flatMap(({ entries }) => standingJudgments(entries).map(({ grade }) => grade)));
	return [
		...(rubrics.size > 1
			? [
					`the files were judged by different rubrics (${[...rubrics.values()].join(', ')}): their grades may not mean the same`,
				]
			: []),
		...(known !== 'leave-out' && before > 0 && before !== now
			? [
					`the dataset's grades go up to ${before}, those of the files to ${now}: graded metrics (nDCG) will weigh them differently`,
				]
			: []),
	];
}

interface Written {
	readonly path: string;
	/** Where the file that stood there is now. */
	readonly kept: string | undefined;
}

function writeQrels(text: string, { out = '', replace }: MergeFlags): Written {
	if (!existsSync(out)) {
		writeFileWhole(out, text);
		return { path: out, kept: undefined };
	}
	if (replace !== true)
		throw new BenchError('usage', `${out} exists`, {
			hint: '--replace keeps it under another name and writes the new one; or name another file.',
		});
	let n = 1;
	while (existsSync(`${out}.${n}.bak`)) n++;
	const kept = `${out}.${n}.bak`;
	copyFileSync(out, kept);
	writeFileWhole(out, text);
	return { path: out, kept };
}

/** A copy with the new qrels. Queries lose their own relevant_ids: they would contradict the qrels. */
function writeDataset(text: string, { directory }: Dataset, target: string): Written {
	if (existsSync(target) && readdirSync(target).length > 0)
		throw new BenchError('usage', `${target} exists and is not empty`, { hint: 'Name a new folder.' });
	const folder = temporaryName(target);
	try {
		writeFileWhole(join(folder, 'qrels.jsonl'), text);
		writeFileWhole(
			join(folder, 'queries.jsonl'),
			withoutRelevantIds(readFileSync(join(directory, 'queries.jsonl'), 'utf8')),
		);
		for (const name of ['corpus.jsonl', 'triples.jsonl'])
			if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(folder, name));
		rmSync(target, { recursive: true, force: true });
		renameSync(folder, target);
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
	return { path: target, kept: undefined };
}

function withoutRelevantIds(text: string): string {
	return text
		.replace(/^\ufeff/, '')
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => {
			const { relevant_ids: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
			return `${JSON.stringify(rest)}\n`;
		})
		.join('');
}

const conflictsShown = 20;

function print(
	terminal: Terminal,
	files: readonly JudgmentsFile[],
	merge: Merge,
	flags: MergeFlags,
	written: Written,
): void {
	const { judgments, conflicts } = merge;
	const added = judgments.filter(({ opinions }) => opinions.every(({ by }) => by !== 'dataset')).length;
	if (terminal.json) {
		terminal.printJson({
			written: written.path,
			kept: written.kept ?? null,
			judgments: judgments.length,
			new: added,
			rule: flags.rule,
			known: flags.known,
			conflicts: conflicts.map(({ queryId, docId, grade, opinions }) => ({
				query_id: queryId,
				doc_id: docId,
				grade,
				opinions,
			})),
		});
		return;
	}
	const right = (header: string) => ({ header, align: 'right' as const });
	terminal.print(
		renderTable(
			[{ header: 'judge' }, { header: 'by' }, { header: 'rubric' }, right('judged'), { header: 'file' }],
			files.map(({ path, header, entries }) => [
				header.judge,
				header.by,
				`${header.rubric.name} ${header.rubric.sha256.slice(0, 8)}`,
				formatCount(standingJudgments(entries).length),
				path,
			]),
		),
	);
	if (conflicts.length > 0) {
		const held = flags.known === 'keep' ? "; the dataset's own judgments stand" : '';
		terminal.print(
			`\n${formatCount(conflicts.length)} judged differently; what stands: ${MERGE_RULES[flags.rule].summary}${held}\n`,
		);
		terminal.print(
			renderTable(
				[{ header: 'query' }, { header: 'document' }, right('grade'), { header: 'said' }],
				conflicts
					.slice(0, conflictsShown)
					.map(({ queryId, docId, grade, opinions }) => [
						queryId,
						docId,
						String(grade),
						opinions.map((opinion) => `${opinion.judge} ${opinion.grade}`).join(', '),
					]),
			),
		);
		if (conflicts.length > conflictsShown)
			terminal.print(`and ${formatCount(conflicts.length - conflictsShown)} more; --json shows all`);
	}
	terminal.print(
		`\n${written.path}: ${formatCount(judgments.length)} judgments, ${formatCount(added)} of them new${written.kept === undefined ? '' : `; what stood there is now ${written.kept}`}`,
	);
}
