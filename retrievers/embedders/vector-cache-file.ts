import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { BenchError } from '../../harness/errors.ts';

/** Goes up when the tables change: a file of another version is set aside, for vectors can be computed again. */
const VERSION = 1;

const TABLES = `
	CREATE TABLE IF NOT EXISTS embedder (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
	CREATE TABLE IF NOT EXISTS vector (
		embedder INTEGER NOT NULL REFERENCES embedder (key),
		text BLOB NOT NULL,
		tokens INTEGER NOT NULL,
		checksum INTEGER NOT NULL,
		vector BLOB NOT NULL,
		PRIMARY KEY (embedder, text)
	) STRICT;
	PRAGMA user_version = ${VERSION};
`;

export type StoredRow = readonly [text: Buffer, tokens: number, checksum: number, vector: Buffer];

export interface Statements {
	readonly embedderKey: Database.Statement<[string], { key: number }>;
	readonly addEmbedder: Database.Statement<[string]>;
	readonly readVector: Database.Statement<[number, Buffer], [tokens: number, checksum: number, vector: Buffer]>;
	readonly writeVector: Database.Statement<[number, Buffer, number, number, Buffer]>;
	readonly stats: Database.Statement<[], { embedder: string; vectors: number; bytes: number }>;
	readonly clear: Database.Statement<[{ id: string | null }]>;
}

export interface CacheFile {
	readonly db: Database.Database;
	readonly statements: Statements;
	/** Nothing can be kept in it: the file or its folder may only be read. */
	readonly readOnly: boolean;
}

/** Opens the cache file, or makes it and its folder. One that may only be read is used as it stands. */
export function openCacheFile(path: string): CacheFile {
	if (existsSync(path) && !isWritable(path)) return openReadOnly(path);
	return openWritable(path);
}

function isWritable(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		accessSync(dirname(path), constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** Larger ones are not read into memory. */
const LARGEST_COPY = 2_000_000_000;

/**
 * A file in WAL mode wants two more beside it, even to be read. Where there is no other process that has it open, the
 * content is read into memory instead, and the two bytes of the header that ask for WAL (18 and 19) are set back.
 */
export function openReadOnly(path: string): CacheFile {
	const alone = !existsSync(`${path}-wal`) || statSync(`${path}-wal`).size === 0;
	const db = alone && statSync(path).size <= LARGEST_COPY ? inMemory(path) : new Database(path, { readonly: true });
	try {
		db.pragma('query_only = ON');
		const version = db.pragma('user_version', { simple: true });
		if (version !== VERSION) throw new OtherVersion(`version ${String(version)} of the file, ${VERSION} is ours`);
		return { db, statements: prepared(db), readOnly: true };
	} catch (error) {
		db.close();
		throw error;
	}
}

function inMemory(path: string): Database.Database {
	const content = readFileSync(path);
	content.fill(1, 18, 20);
	return new Database(content);
}

function openWritable(path: string): CacheFile {
	const db = opened(path);
	try {
		// Asked first: the switch to WAL needs the file for itself, and only the first process has to make it.
		if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL');
		// In WAL this can lose the last batches on a power cut, but never damages the file.
		db.pragma('synchronous = NORMAL');
		const version = db.pragma('user_version', { simple: true });
		if (version === 0) db.transaction(() => db.exec(TABLES)).immediate();
		else if (version !== VERSION) throw new OtherVersion(`version ${String(version)} of the file, ${VERSION} is ours`);
		return { db, statements: prepared(db), readOnly: false };
	} catch (error) {
		db.close();
		throw error;
	}
}

class OtherVersion extends Error {}

/** The fault of the file that an error reports, or undefined where it is about something else. */
export function signOfDamage(error: unknown): string | undefined {
	if (error instanceof OtherVersion) return error.message;
	const code = error instanceof Database.SqliteError ? error.code : '';
	const damaged = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_FORMAT'];
	return damaged.some((sign) => code.startsWith(sign)) ? code : undefined;
}

/** Errors of SQLite that come from the directory or the disk, not from our work, by the beginning of its code. */
const DISK_ERRORS: Readonly<Record<string, string>> = {
	SQLITE_BUSY: 'Another process has been writing to it for 30 s: wait for it, or name another folder with --cache-dir.',
	SQLITE_FULL: 'The disk is full: make room, or name another folder with --cache-dir.',
	SQLITE_READONLY: 'Name a folder that can be written to with --cache-dir.',
	SQLITE_CANTOPEN: 'Name a folder that can be written to with --cache-dir.',
	SQLITE_PERM: 'Name a folder that can be written to with --cache-dir.',
	SQLITE_IOERR: 'The disk does not do what it should; --cache-dir names another directory.',
	EACCES: 'Name a folder that can be written to with --cache-dir.',
	EROFS: 'Name a folder that can be written to with --cache-dir.',
	EEXIST: 'There is a file where the cache folder belongs; name another one with --cache-dir.',
	ENOTDIR: 'There is a file where the cache folder belongs; name another one with --cache-dir.',
};

/** A BenchError `environment` where the directory or the disk is at fault, else the error itself. */
export function errorForPeople(error: unknown, path: string): unknown {
	const code = (error as { code?: unknown } | null)?.code;
	const known = Object.keys(DISK_ERRORS).find((begin) => typeof code === 'string' && code.startsWith(begin));
	if (known === undefined) return error;
	return new BenchError('environment', `the vector cache ${path} can't be used: ${(error as Error).message}`, {
		hint: DISK_ERRORS[known] as string,
		cause: error,
	});
}

/** The file's identity: another process may have set the damaged file aside before us. */
export function inodeOf(path: string): number | undefined {
	return existsSync(path) ? statSync(path).ino : undefined;
}

/** Moves a damaged file out of the way and carries what can still be read into a new one. */
export function setAside(path: string, rowIsWhole: (row: StoredRow) => boolean): { aside: string; saved: number } {
	const aside = `${path}.damaged`;
	for (const suffix of ['', '-wal']) {
		rmSync(aside + suffix, { force: true });
		if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
	}
	rmSync(`${path}-shm`, { force: true });
	rmSync(`${aside}-shm`, { force: true });
	return { aside, saved: salvage(aside, path, rowIsWhole) };
}

function salvage(from: string, to: string, rowIsWhole: (row: StoredRow) => boolean): number {
	const { db, statements } = openCacheFile(to);
	let saved = 0;
	try {
		const damaged = new Database(from, { readonly: true });
		try {
			// A row of another version may mean anything.
			if (damaged.pragma('user_version', { simple: true }) !== VERSION) return 0;
			const rows = damaged
				.prepare<[], [string, Buffer, number, number, Buffer]>(
					'SELECT id, text, tokens, checksum, vector FROM vector JOIN embedder ON embedder.key = vector.embedder',
				)
				.raw();
			db.exec('BEGIN IMMEDIATE');
			for (const [id, ...row] of rows.iterate()) {
				if (!rowIsWhole(row)) continue;
				statements.addEmbedder.run(id);
				statements.writeVector.run(statements.embedderKey.get(id)?.key as number, ...row);
				saved++;
			}
		} finally {
			damaged.close();
		}
	} catch (error) {
		// The damage begins here: what was read before it is kept.
		if (!(error instanceof Database.SqliteError)) throw error;
	} finally {
		if (db.inTransaction) db.exec('COMMIT');
		db.close();
	}
	return saved;
}

function opened(path: string): Database.Database {
	mkdirSync(dirname(path), { recursive: true });
	// Others may be writing: 30 s is far more than a batch takes.
	return new Database(path, { timeout: 30_000 });
}

function prepared(db: Database.Database): Statements {
	return {
		embedderKey: db.prepare('SELECT key FROM embedder WHERE id = ?'),
		addEmbedder: db.prepare('INSERT INTO embedder (id) VALUES (?) ON CONFLICT DO NOTHING'),
		readVector: db
			.prepare<[number, Buffer], [number, number, Buffer]>(
				'SELECT tokens, checksum, vector FROM vector WHERE embedder = ? AND text = ?',
			)
			.raw(),
		writeVector: db.prepare('INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?, ?)'),
		stats: db.prepare(
			`SELECT id AS embedder, count(*) AS vectors, sum(length(vector)) AS bytes
			FROM vector JOIN embedder ON embedder.key = vector.embedder GROUP BY id ORDER BY id`,
		),
		clear: db.prepare('DELETE FROM vector WHERE $id IS NULL OR embedder = (SELECT key FROM embedder WHERE id = $id)'),
	};
}
