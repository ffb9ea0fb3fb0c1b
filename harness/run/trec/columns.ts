import type { QueryId } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import { lineNumber, readTextBytes } from './bytes.ts';
import { type Docnos, DocnoTable, hashDocno } from './docno.ts';
import { QueryNames } from './query-names.ts';
import { type LineShape, scanLines } from './scan.ts';

/** The format of a run or of qrels: the fields of docno and value, and how a value is read. */
export interface ColumnFormat extends LineShape {
	readonly valueField: number;
	/** The name of the value in messages, and what it must be. */
	readonly value: string;
	readonly takes: string;
	/** NaN where it is none. */
	readValue(buffer: Buffer, start: number, end: number): number;
}

/** A TREC file by column. *Lines* here are numbered from 0 and count only those with fields. */
export interface TrecColumns extends Docnos {
	/** In order of first appearance. */
	readonly queryIds: readonly QueryId[];
	/** By line: the score or the grade. */
	readonly value: Float64Array;
	/** Lines by query, in file order: those of query q are `byQuery[offsets[q] .. offsets[q + 1])`. */
	readonly byQuery: Int32Array;
	readonly offsets: Int32Array;
}

/** The third field, in runs and in qrels. */
const DOCNO_FIELD = 2;

/** Reads a file by column. No line is made a string, nor any docno. */
export function readColumns(path: string, format: ColumnFormat): TrecColumns {
	const file = readTextBytes(path);
	const { buffer } = file;
	let capacity = 1024;
	let start = new Uint32Array(capacity);
	let end = new Uint32Array(capacity);
	let hash = new Int32Array(capacity);
	let value = new Float64Array(capacity);
	let query = new Int32Array(capacity);
	let count = 0;
	const grow = (): void => {
		capacity *= 2;
		start = grown(start, new Uint32Array(capacity));
		end = grown(end, new Uint32Array(capacity));
		hash = grown(hash, new Int32Array(capacity));
		value = grown(value, new Float64Array(capacity));
		query = grown(query, new Int32Array(capacity));
	};

	const queries = new QueryNames(buffer);
	const valueStart = 2 * format.valueField;
	scanLines(file, format, (offsets) => {
		const from = offsets[valueStart] as number;
		const to = offsets[valueStart + 1] as number;
		const read = format.readValue(buffer, from, to);
		if (Number.isNaN(read)) return `the ${format.value} "${buffer.toString('utf8', from, to)}" is not ${format.takes}`;
		if (count === capacity) grow();
		const docStart = offsets[2 * DOCNO_FIELD] as number;
		const docEnd = offsets[2 * DOCNO_FIELD + 1] as number;
		start[count] = docStart;
		end[count] = docEnd;
		hash[count] = hashDocno(buffer, docStart, docEnd);
		value[count] = read;
		query[count] = queries.indexOf(offsets[0] as number, offsets[1] as number);
		count++;
		return undefined;
	});
	if (count === 0) throw new BenchError('data', `${path} is empty`, { hint: `A line is: ${format.fields}.` });
	return {
		file,
		start,
		end,
		hash,
		value,
		queryIds: queries.ids,
		...grouped(query.subarray(0, count), queries.ids.length),
	};
}

/** A docno as text. */
export function docnoAt({ file: { buffer }, start, end }: Docnos, line: number): string {
	return buffer.toString('utf8', start[line] as number, end[line] as number);
}

/** The lines of one query, in file order. */
export function linesOf({ byQuery, offsets }: TrecColumns, query: number): Int32Array {
	return byQuery.subarray(offsets[query] as number, offsets[query + 1] as number);
}

/**
 * Fills the table with the docnos of one query.
 *
 * @throws BenchError with file:line where a document stands twice.
 */
export function tabulate(columns: TrecColumns, query: number, table: DocnoTable): void {
	const lines = linesOf(columns, query);
	table.reset(lines.length);
	for (let i = 0; i < lines.length; i++) {
		const line = lines[i] as number;
		const earlier = table.add(line);
		if (earlier !== -1) throw twice(columns, query, earlier, line);
	}
}

/** Throws where any query has a document twice. */
export function requireDistinct(columns: TrecColumns): void {
	const table = new DocnoTable(columns);
	for (let query = 0; query < columns.queryIds.length; query++) tabulate(columns, query, table);
}

function twice(columns: TrecColumns, query: number, earlier: number, line: number): BenchError {
	const { file, start } = columns;
	const [first, second] = [earlier, line].map((each) => lineNumber(file, start[each] as number));
	return new BenchError(
		'data',
		`${file.path}:${second}: document ${docnoAt(columns, line)} stands twice for query ${columns.queryIds[query]} (first on line ${first})`,
		{ hint: 'A document may stand once for a query.' },
	);
}

/** A counting sort: stable, so lines of a query stay in file order. */
function grouped(query: Int32Array, queries: number): { byQuery: Int32Array; offsets: Int32Array } {
	const offsets = new Int32Array(queries + 1);
	for (const queryIndex of query) offsets[queryIndex + 1] = (offsets[queryIndex + 1] as number) + 1;
	for (let queryIndex = 0; queryIndex < queries; queryIndex++)
		offsets[queryIndex + 1] = (offsets[queryIndex + 1] as number) + (offsets[queryIndex] as number);
	const next = offsets.slice(0, queries);
	const byQuery = new Int32Array(query.length);
	query.forEach((queryIndex, line) => {
		const at = next[queryIndex] as number;
		byQuery[at] = line;
		next[queryIndex] = at + 1;
	});
	return { byQuery, offsets };
}

function grown<T extends Uint32Array | Int32Array | Float64Array>(from: T, to: T): T {
	to.set(from);
	return to;
}
