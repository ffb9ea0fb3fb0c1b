import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openLineWriter } from '../../../harness/datasets/write-lines.ts';
import type { Row } from './hub/rows.ts';

/** Writes `corpus.jsonl` or `queries.jsonl` of a BEIR folder. Lines pass as they stand, rows become objects. */
export async function writeObjects(path: string, rows: AsyncIterable<Row>): Promise<void> {
	await write(path, rows, (row) =>
		typeof row === 'string' ? withUnderscoreId(row) : JSON.stringify(named(row), plain),
	);
}

/** Writes `qrels/<split>.tsv`: lines of a tsv pass as they stand, JSON lines and rows give query, document and score. */
export async function writeJudgments(path: string, rows: AsyncIterable<Row>): Promise<void> {
	await write(path, rows, (row) => {
		const fields = typeof row === 'string' ? (row.startsWith('{') ? parsed(row) : undefined) : row;
		if (fields === undefined) return row as string;
		return [
			fields['query-id'] ?? fields.query_id,
			fields['corpus-id'] ?? fields.corpus_id,
			fields.score ?? fields.grade,
		]
			.map((field) => String(field ?? ''))
			.join('\t');
	});
}

async function write(path: string, rows: AsyncIterable<Row>, lineOf: (row: Row) => string): Promise<void> {
	mkdirSync(dirname(path), { recursive: true });
	const writer = openLineWriter(path);
	try {
		for await (const row of rows) writer.write(lineOf(row));
	} finally {
		writer.close();
	}
}

/** Newer datasets call the id `id`. A line that can't be read stays as it is: the reader rejects it by its number. */
function withUnderscoreId(line: string): string {
	if (line.includes('"_id"')) return line;
	const fields = parsed(line);
	return fields === undefined ? line : JSON.stringify(named(fields));
}

function named(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	if (row._id !== undefined || row.id === undefined) return row;
	const { id, ...rest } = row;
	return { _id: id, ...rest };
}

/** 64-bit integers of parquet: numbers where they fit, else text. */
function plain(_key: string, value: unknown): unknown {
	if (typeof value !== 'bigint') return value;
	return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** The object of a line; undefined where it holds none. */
export function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

/** The three parts of a BEIR folder. */
export const beirPaths = (folder: string) => ({
	corpus: join(folder, 'corpus.jsonl'),
	queries: join(folder, 'queries.jsonl'),
	qrels: (split: string) => join(folder, 'qrels', `${split}.tsv`),
});
