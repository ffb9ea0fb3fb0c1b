import { existsSync, statSync } from 'node:fs';
import type { DocId, QueryId, Ranking } from '../../contract.ts';
import { lineNumber } from './bytes.ts';
import { type ColumnFormat, docnoAt, linesOf, readColumns, requireDistinct, type TrecColumns } from './columns.ts';
import { compareDocnos } from './docno.ts';
import { readDouble } from './number.ts';

const RUN_FORMAT: ColumnFormat = {
	fields: 'query Q0 doc rank score tag',
	count: 6,
	trailing: true,
	valueField: 4,
	value: 'score',
	takes: 'a finite number',
	readValue: readDouble,
};

/**
 * A TREC run by column; `value` is the score, a 64-bit double. The rank column and whatever follows the tag are
 * ignored; lines of a query may stand anywhere.
 */
export function readRunColumns(path: string): TrecColumns {
	return readColumns(path, RUN_FORMAT);
}

/**
 * The lines of a query best first: score descending, then docno descending by bytes, as trec_eval ranks them.
 */
export function rankedLines(run: TrecColumns, query: number): Int32Array {
	const lines = linesOf(run, query);
	const { value } = run;
	const compare = (x: number, y: number): number =>
		(value[y] as number) - (value[x] as number) || compareDocnos(run, y, x);
	// Most files are sorted already, and seeing that costs next to nothing.
	for (let i = 1; i < lines.length; i++)
		if (compare(lines[i - 1] as number, lines[i] as number) > 0) return lines.slice().sort(compare);
	return lines;
}

/**
 * Every query's ranking in a TREC run, ids as text, ranked as trec_eval does, queries in file order. Scores are read as
 * they stand.
 *
 * @throws BenchError with file:line for malformed lines and for a document that stands twice for a query.
 */
export function readTrecRun(path: string): ReadonlyMap<QueryId, Ranking> {
	const run = readRunColumns(path);
	requireDistinct(run);
	return new Map(
		run.queryIds.map((queryId, query) => [
			queryId,
			Array.from(rankedLines(run, query), (line) => ({
				docId: docnoAt(run, line),
				score: run.value[line] as number,
			})),
		]),
	);
}

/** The line of the file (from 1) on which a run ranks a document for a query; undefined where it does not. */
export function lineOfDocument(path: string, queryId: QueryId, docId: DocId): number | undefined {
	const run = readRunColumns(path);
	const line = linesOf(run, run.queryIds.indexOf(queryId)).find((candidate) => docnoAt(run, candidate) === docId);
	return line === undefined ? undefined : lineNumber(run.file, run.start[line] as number);
}

/**
 * Like {@link readTrecRun}, for the files of our own run folders: a system or leg that answered no query at all leaves an
 * empty file, which from elsewhere would be an error.
 */
export function readOwnRun(path: string): ReadonlyMap<QueryId, Ranking> {
	return existsSync(path) && statSync(path).size === 0 ? new Map() : readTrecRun(path);
}

/** The tag on the last line of the run: its name, as trec_eval takes it. */
export function lastTag({ file: { buffer }, end, byQuery }: TrecColumns): string {
	const afterDocno = end[byQuery.length - 1] as number;
	const rest = buffer.toString('utf8', afterDocno, buffer.indexOf('\n', afterDocno));
	const [, , tag = ''] = rest.trim().split(/\s+/);
	return tag;
}
