import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { BenchError } from '../../../harness/errors.ts';
import { sqliteError } from './sqlite-errors.ts';

/**
 * Opens a memory database for reading only: nothing in it can be changed, by us or by what is mapped.
 *
 * @throws BenchError `data` where there is no such file, it is no SQLite database, or somebody holds it locked
 */
export async function openMemory(path: string): Promise<Database> {
	if (!existsSync(path)) throw new BenchError('data', `${path}: there is no such file`);
	if (!statSync(path).isFile()) throw new BenchError('data', `${path} is no file`);
	const { default: Sqlite } = await import('better-sqlite3');
	try {
		const idle = idleWal(path);
		const database = idle === undefined ? new Sqlite(path, { readonly: true, fileMustExist: true }) : new Sqlite(idle);
		database.pragma('query_only = ON');
		// The file is read at the first query only, and then it shows whether it is a database at all.
		database.prepare('SELECT count(*) FROM sqlite_schema').get();
		return database;
	} catch (cause) {
		throw sqliteError(path, cause);
	}
}

/** Bytes. A larger database is opened where it stands. */
const LARGEST_COPY = 1_000_000_000;

/**
 * The content of a database in WAL mode that nobody has open: even a reader would leave -wal and -shm files beside it.
 * In the copy in memory, the two bytes of the header that ask for WAL (18 and 19) say rollback journal.
 */
function idleWal(path: string): Buffer | undefined {
	if (!isIdleWal(path)) return undefined;
	const content = readFileSync(path);
	content[18] = 1;
	content[19] = 1;
	return content;
}

/** Whether a database is in WAL mode and nobody has it open, so that it is read from a copy in memory. */
export function isIdleWal(path: string): boolean {
	const header = Buffer.alloc(20);
	const file = openSync(path, 'r');
	readSync(file, header, 0, 20, 0);
	closeSync(file);
	if (header.toString('latin1', 0, 15) !== 'SQLite format 3' || header[18] !== 2) return false;
	return !existsSync(`${path}-wal`) && statSync(path).size <= LARGEST_COPY;
}
