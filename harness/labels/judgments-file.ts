import type { DocId, QueryId } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { type FileLine, objectAt, readLinesFile, textAt } from './lines-file.ts';
import { type JudgedTexts, pairKey, readGrade, readPair, readTexts } from './pool-file.ts';

/** Why an item has no grade though it was looked at. */
export const SKIP_REASONS = ['person', 'refused', 'unreadable', 'sensitive'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** The first line of a judgments file: who judged what, and by which rubric. */
export interface JudgmentsHeader {
	readonly format: 1;
	readonly kind: 'judgments';
	readonly judge: string;
	readonly by: 'person' | 'model';
	readonly rubric: { readonly name: string; readonly sha256: string };
	/** sha-256 of the whole prompt, texts aside; models only. */
	readonly prompt_sha256?: string;
	readonly pool_sha256: string;
	readonly dataset: JudgedTexts;
}

/** The judge's decisions, one line each, in order; a later line about the same pair replaces an earlier one. */
export type JudgmentEntry = {
	readonly queryId: QueryId;
	readonly docId: DocId;
	/** ISO 8601, UTC. */
	readonly at: string;
} & ({ readonly grade: number } | { readonly skipped: SkipReason } | { readonly undone: true });

export interface JudgmentsFile {
	readonly path: string;
	readonly header: JudgmentsHeader;
	readonly entries: readonly JudgmentEntry[];
	readonly wholeBytes: number;
}

export interface Judgment {
	readonly queryId: QueryId;
	readonly docId: DocId;
	readonly grade: number;
	readonly at: string;
}

/** @throws BenchError `data` with file:line for what is not a judgments file. */
export function readJudgmentsFile(path: string): JudgmentsFile {
	const { header, lines, wholeBytes } = readLinesFile(path, 'judgments file');
	if (!isJudgmentsHeader(header))
		throw new BenchError('data', `${path} is not a judgments file`, {
			hint: '`bench judge <pool file>` writes one per judge.',
		});
	return { path, header: readHeader(header), entries: lines.map(readEntry), wholeBytes };
}

export function isJudgmentsHeader({ value }: FileLine): boolean {
	return value.kind === 'judgments' && value.format === 1;
}

function readHeader(line: FileLine): JudgmentsHeader {
	const rubric = objectAt(line, 'rubric');
	const by = textAt(line, 'by');
	if (by !== 'person' && by !== 'model') throw new BenchError('data', `${line.where}: by must be person or model`);
	return {
		format: 1,
		kind: 'judgments',
		judge: textAt(line, 'judge'),
		by,
		rubric: { name: textAt(rubric, 'name'), sha256: textAt(rubric, 'sha256') },
		...(line.value.prompt_sha256 === undefined ? {} : { prompt_sha256: textAt(line, 'prompt_sha256') }),
		pool_sha256: textAt(line, 'pool_sha256'),
		dataset: readTexts(objectAt(line, 'dataset')),
	};
}

function readEntry(line: FileLine): JudgmentEntry {
	const base = { ...readPair(line), at: textAt(line, 'at') };
	const { grade } = readGrade(line);
	if (grade !== undefined) return { ...base, grade };
	if (line.value.undone === true) return { ...base, undone: true };
	const skipped = SKIP_REASONS.find((reason) => reason === line.value.skipped);
	if (skipped === undefined)
		throw new BenchError('data', `${line.where}: a judgment has a grade, or says skipped or undone`);
	return { ...base, skipped };
}

/** One line of the file. */
export function entryText(entry: JudgmentEntry): string {
	const { queryId, docId, at } = entry;
	const said =
		'grade' in entry ? { grade: entry.grade } : 'skipped' in entry ? { skipped: entry.skipped } : { undone: true };
	return `${JSON.stringify({ query_id: queryId, doc_id: docId, ...said, at })}\n`;
}

/** The grades that stand, in the order in which they were given. */
export function standingJudgments(entries: readonly JudgmentEntry[]): readonly Judgment[] {
	const standing = new Map<string, Judgment>();
	for (const entry of entries) {
		const key = pairKey(entry.queryId, entry.docId);
		standing.delete(key);
		if ('grade' in entry) standing.set(key, entry);
	}
	return [...standing.values()];
}
