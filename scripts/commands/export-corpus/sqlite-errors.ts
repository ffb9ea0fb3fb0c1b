import { BenchError, reasonOf } from '../../../harness/errors.ts';

/** What to do about an error of SQLite, by the beginning of its code. */
const HINTS: readonly (readonly [code: string, says: string, hint: string])[] = [
	[
		'SQLITE_BUSY',
		'another program holds it locked',
		'Close that program, or copy the file (with its -wal file where it has one) and export the copy.',
	],
	['SQLITE_LOCKED', 'another program holds it locked', 'Close that program, or copy the file and export the copy.'],
	[
		'SQLITE_CORRUPT',
		'the file is damaged',
		'Nothing was written. `sqlite3 <file> .recover` gives what is left of it as SQL for a new file.',
	],
	[
		'SQLITE_NOTADB',
		'the file is no SQLite database, or is encrypted',
		'Name the file that the store keeps its rows in.',
	],
	['SQLITE_IOERR', 'the disk could not be read', 'Copy the file elsewhere and try there.'],
	[
		'SQLITE_CANTOPEN',
		'it can not be opened',
		'A database in WAL mode needs its -wal file beside it, and a folder that can be written to; copy all of it elsewhere and try there.',
	],
	['SQLITE_TOOBIG', 'a value is larger than SQLite reads', 'The file may be damaged: nothing was written.'],
	['SQLITE_NOMEM', 'a value is larger than the memory', 'The file may be damaged: nothing was written.'],
];

/** An error while a memory database was read, in words; nothing of what stands in it is repeated. */
export function sqliteError(path: string, cause: unknown): unknown {
	if (cause instanceof BenchError) return cause;
	const code = (cause as { code?: unknown } | null)?.code;
	if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return cause;
	const known = HINTS.find(([begin]) => code.startsWith(begin));
	const said = known === undefined ? reasonOf(cause) : `${known[1]} (${code})`;
	return new BenchError('data', `${path} can't be read as SQLite: ${said}`, {
		cause,
		hint: known?.[2] ?? 'The file may be damaged, or a view of it names what is not there. Nothing was written.',
	});
}
