import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { DocId } from '../../../harness/contract.ts';
import { isId } from '../../../harness/datasets/fields.ts';
import { docToLine } from '../../../harness/datasets/lines.ts';
import { copiesOf } from '../../../harness/datasets/mark-copies.ts';
import { shown } from '../../../harness/datasets/problems.ts';
import { BenchError } from '../../../harness/errors.ts';
import { writeFileWhole } from '../../../harness/files/write-file.ts';
import type { MemoryStore, Row } from './store.ts';

export interface ExportedMemory {
	readonly rows: number;
	readonly documents: number;
	readonly sensitiveLeftOut: number;
	/** Documents that hold the text of a sensitive row, or nearly that, without its mark: left out as well. */
	readonly copiesLeftOut: number;
	/** Rows without any text. */
	readonly empty: number;
	readonly unreadableDates: number;
	/** Documents that could not be taken, with why. No text of them. */
	readonly rejected: readonly string[];
	/** The corpus, a line each. */
	readonly lines: readonly string[];
}

/** No store holds so many: a damaged file may lead round in circles. */
const MOST_ROWS = 100_000_000;

/** Reads every row, and leaves out what is sensitive. */
export function readMemory(database: Database, store: MemoryStore): ExportedMemory {
	const lines: string[] = [];
	const rejected: string[] = [];
	const taken = new Set<DocId>();
	const isCopy = copiesOf(secretTexts(database, store));
	const counts = { rows: 0, sensitiveLeftOut: 0, copiesLeftOut: 0, empty: 0, unreadableDates: 0 };
	for (const row of database.prepare(store.sql).safeIntegers().iterate() as Iterable<Row>) {
		if (++counts.rows > MOST_ROWS)
			throw new BenchError('data', `table ${store.table} gives more than ${MOST_ROWS} rows`, {
				hint: 'The file may be damaged. Nothing was written.',
			});
		const { docs, sensitive, unreadableDate } = store.read(row);
		if (sensitive) {
			counts.sensitiveLeftOut++;
			continue;
		}
		const filled = docs.filter(({ content }) => content.trim() !== '');
		if (filled.length === 0) counts.empty++;
		if (unreadableDate) counts.unreadableDates++;
		for (const doc of filled) {
			if (isCopy?.(doc.content)) counts.copiesLeftOut++;
			else if (!isId(doc.id)) rejected.push(`id ${shown(doc.id)} is empty, begins with #, or holds white space`);
			else if (taken.has(doc.id)) rejected.push(`id ${shown(doc.id)} comes twice`);
			else {
				taken.add(doc.id);
				lines.push(`${JSON.stringify(docToLine(doc))}\n`);
			}
		}
	}
	return { ...counts, documents: lines.length, rejected, lines };
}

function secretTexts(database: Database, store: MemoryStore): readonly string[] {
	const secrets: string[] = [];
	if (!store.marksSensitive) return secrets;
	for (const row of database.prepare(store.sql).safeIntegers().iterate() as Iterable<Row>) {
		const { docs, sensitive } = store.read(row);
		if (sensitive) for (const { content } of docs) secrets.push(content);
	}
	return secrets;
}

/** The counts as JSON has them. */
export function countsOf(memory: ExportedMemory): Readonly<Record<string, number>> {
	return {
		rows: memory.rows,
		documents: memory.documents,
		sensitive_left_out: memory.sensitiveLeftOut,
		copies_of_sensitive_left_out: memory.copiesLeftOut,
		empty: memory.empty,
		unreadable_dates: memory.unreadableDates,
		rejected: memory.rejected.length,
	};
}

/**
 * Writes data/<name>/corpus.jsonl whole, and export.json which tells where it came from.
 *
 * @throws BenchError `usage` where a corpus stands there already
 */
export function writeCorpus(
	directory: string,
	source: string,
	store: MemoryStore,
	memory: ExportedMemory,
	force: boolean,
): void {
	checkFree(directory, force);
	if (memory.documents === 0)
		throw new BenchError('data', `${source}: table ${store.table} gives no document`, {
			hint: `${memory.rows} rows: ${memory.sensitiveLeftOut} sensitive, ${memory.empty} without text, ${memory.rejected.length} rejected.`,
		});
	const about = {
		source: basename(source),
		table: store.table,
		mapping: store.mapping,
		counts: countsOf(memory),
	};
	writeFileWhole(join(directory, 'export.json'), `${JSON.stringify(about, null, '\t')}\n`);
	writeFileWhole(join(directory, 'corpus.jsonl'), memory.lines.join(''));
}

/** @throws BenchError `usage` where a corpus stands there already */
export function checkFree(directory: string, force: boolean): void {
	if (!force && existsSync(join(directory, 'corpus.jsonl')))
		throw new BenchError('usage', `${directory} holds a corpus already`, {
			hint: 'Give another --name, or --force to replace its corpus.jsonl (its queries and judgments stay).',
		});
}
