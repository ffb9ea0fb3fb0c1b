import type { JsonObject, Options } from '../../contract.ts';
import { parseObject } from '../json-lines.ts';
import type { ImportSink, SourceLocation } from './format.ts';
import { docFrom, gradeOf, type SourceFile, textLines, without } from './source-lines.ts';
import { takeQuery } from './trec-topics.ts';

const idNames = new Set([
	'id',
	'_id',
	'docno',
	'doc_id',
	'docid',
	'did',
	'pid',
	'passage_id',
	'query_id',
	'query-id',
	'qid',
]);
const textNames = ['text', 'contents', 'content', 'body', 'passage', 'query'];

interface TsvRow {
	readonly id: string;
	readonly text: string;
	readonly fields: JsonObject;
	readonly location: SourceLocation;
}

/**
 * Rows of `id <tab> text`. A first row whose first column is called id, doc_id, qid and so on names the columns: then
 * any others may follow, `title` goes in front of the text, and the rest are fields. Without such a row a third column
 * may hold a JSON object of fields: that is how we write what the two columns can't carry, among it a text with tabs or
 * line ends.
 */
async function* rows(file: SourceFile, sink: ImportSink): AsyncGenerator<TsvRow> {
	let header: readonly string[] | undefined;
	for await (const { text: line, location } of textLines(file, sink)) {
		const cells = line.split('\t');
		if (location.line === 1 && idNames.has((cells[0] as string).trim().toLowerCase())) {
			header = cells.map((cell) => cell.trim().toLowerCase());
			continue;
		}
		const row = header === undefined ? plainRow(cells) : namedRow(header, cells);
		if (typeof row === 'string') sink.reject(location, row);
		else yield { ...row, location };
	}
}

function plainRow(cells: readonly string[]): Omit<TsvRow, 'location'> | string {
	const [id = '', text, extra, ...more] = cells;
	if (text === undefined) return 'has one column: it must be id, a tab, text';
	if (extra === undefined) return { id: id.trim(), text, fields: {} };
	const fields = parseObject(extra);
	if (more.length > 0 || typeof fields === 'string')
		return `has ${cells.length} columns, and no first row that names them`;
	const exact = fields[exactText];
	return { id: id.trim(), text: typeof exact === 'string' ? exact : text, fields: without(fields, [exactText]) };
}

function namedRow(header: readonly string[], cells: readonly string[]): Omit<TsvRow, 'location'> | string {
	if (cells.length !== header.length) return `has ${cells.length} columns where the first row names ${header.length}`;
	const value = Object.fromEntries(header.map((name, column) => [name, cells[column] as string]));
	const textName = textNames.find((name) => value[name] !== undefined);
	if (textName === undefined) return `no column is called ${textNames.join(', ')}`;
	const title = value.title === undefined || value.title === '' ? '' : `${value.title} `;
	const filled = Object.entries(value).filter(([, cell]) => cell !== '');
	const rest = without(Object.fromEntries(filled), [header[0] as string, textName]);
	return { id: (cells[0] as string).trim(), text: title + (value[textName] as string), fields: rest };
}

export async function readTsvDocs(file: SourceFile, sink: ImportSink): Promise<void> {
	for await (const { id, text, fields, location } of rows(file, sink)) sink.doc(docFrom(id, text, fields), location);
}

export async function readTsvQueries(file: SourceFile, options: Options, sink: ImportSink): Promise<void> {
	for await (const { id, text, fields, location } of rows(file, sink))
		takeQuery(id, text, fields, options, location, sink);
}

/** Judgments of four columns (query, iteration, document, grade: TREC) or of three (query, document, grade). */
export async function readQrelsLines(file: SourceFile, sink: ImportSink): Promise<void> {
	for await (const { text, location } of textLines(file, sink)) {
		if (text.startsWith('#')) continue;
		const cells = text.trim().split(/\s+/);
		const [queryId = ''] = cells;
		const [docId = '', grade = ''] = cells.slice(-2);
		if (location.line === 1 && idNames.has(queryId.toLowerCase())) continue;
		if (cells.length === 3 || cells.length === 4) sink.judge(queryId, docId, gradeOf(grade), location);
		else sink.reject(location, `has ${cells.length} columns: judgments have three or four`);
	}
}

/** The key of the third column under which a text stands that the second can't carry (tabs, line ends, NUL). */
const exactText = '_exact_text';

export function tsvRow(id: string, text: string, fields: JsonObject): string {
	const flat = text.replace(/[\t\n\r\0\p{Cs}]+/gu, ' ');
	const extra = flat === text ? fields : { ...fields, [exactText]: text };
	return Object.keys(extra).length === 0 ? `${id}\t${flat}` : `${id}\t${flat}\t${JSON.stringify(extra)}`;
}
