import type { Database } from 'better-sqlite3';
import { BenchError } from '../../../harness/errors.ts';
import { unknownName } from '../../../harness/names.ts';

export interface MemoryTable {
	readonly name: string;
	/** In the order of the table. */
	readonly columns: readonly string[];
	/** The column that names a row: its one primary key column, else `rowid`; the first column of a view. */
	readonly key: string;
}

/** Tables and views that hold rows of their own: none of SQLite's, and none that full-text indexes keep. */
export function tablesOf(database: Database): readonly MemoryTable[] {
	const listed = database.pragma('table_list') as { schema: string; name: string; type: string }[];
	return listed
		.filter(({ schema, name, type }) => schema === 'main' && !name.startsWith('sqlite_') && OWN.has(type))
		.map(({ name, type }) => {
			const columns = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(name) as ColumnRow[];
			const keys = columns.filter(({ pk }) => pk > 0);
			const only = keys.length === 1 ? keys[0]?.name : undefined;
			const names = columns.map((column) => column.name);
			return { name, columns: names, key: only ?? (type === 'view' ? (names[0] as string) : 'rowid') };
		})
		.sort((x, y) => (x.name < y.name ? -1 : 1));
}

/** Whether the rows of a name are made by a query when they are read. */
export function isView(database: Database, name: string): boolean {
	return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = ?").get(name) !== undefined;
}

interface ColumnRow {
	readonly name: string;
	readonly pk: number;
}

const OWN = new Set(['table', 'view']);

/**
 * The table of that name, or, where none is given, `memories` or the only one that has the column.
 *
 * @throws BenchError `data` that names the tables there are
 */
export function findTable(tables: readonly MemoryTable[], given: string | undefined, column: string): MemoryTable {
	const names = tables.map(({ name }) => name);
	const there = names.length === 0 ? 'The database has no tables.' : `It has: ${names.join(', ')}.`;
	if (given !== undefined) {
		const found = tables.find(({ name }) => name === given);
		if (found !== undefined) return found;
		throw unknownName('table', given, names, {
			code: 'data',
			message: `There is no table "${given}"`,
			list: there,
		});
	}
	const fitting = tables.filter(({ columns }) => columns.includes(column));
	const found = fitting.find(({ name }) => name === 'memories') ?? (fitting.length === 1 ? fitting[0] : undefined);
	if (found !== undefined) return found;
	throw new BenchError(
		'data',
		fitting.length === 0
			? `No table has a column "${column}"`
			: `Several tables have a column "${column}": ${fitting.map(({ name }) => name).join(', ')}`,
		{ hint: `Name one with --table, and the column of the text with --map content=<column>. ${there}` },
	);
}

/** @throws BenchError `data` that names the near columns and all there are */
export function checkColumn(table: MemoryTable, column: string, field: string): void {
	if (table.columns.includes(column)) return;
	throw unknownName('column', column, table.columns, {
		code: 'data',
		message: `Table ${table.name} has no column "${column}" (for ${field})`,
		list: `It has: ${table.columns.join(', ')}.`,
		hint: `Write --map ${field}=<column>.`,
	});
}

/** A name as SQL takes it. */
export function quotedName(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
