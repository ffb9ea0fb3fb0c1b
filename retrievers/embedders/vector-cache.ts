import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { BenchError } from '../../harness/errors.ts';
import type { CountedVector } from './embedding.ts';
import {
	type CacheFile,
	errorForPeople,
	inodeOf,
	openCacheFile,
	type Statements,
	type StoredRow,
	setAside,
	signOfDamage,
} from './vector-cache-file.ts';

/** A text's key and its vector, as {@link VectorCache.write} takes them. */
export interface CacheRow extends CountedVector {
	readonly key: Buffer;
}

export interface EmbedderStats {
	readonly embedder: string;
	readonly vectors: number;
	readonly bytes: number;
}

/**
 * Vectors by embedder id and text key, in one SQLite file that several processes may use at once. Whatever was written
 * stays when a run is killed. Holds no text, only hashes.
 */
export interface VectorCache {
	readonly path: string;
	/** In the order of `keys`; undefined where there is none, or only one that is damaged. */
	read(embedderId: string, dimensions: number, keys: readonly Buffer[]): (CountedVector | undefined)[];
	/**
	 * @param missing vectors that would have to be kept
	 * @throws BenchError `environment` where the cache may only be read, before anything is computed or sent
	 */
	requireWritable(missing: number): void;
	/** All rows or none. A row that is there already is replaced. */
	write(embedderId: string, rows: readonly CacheRow[]): void;
	stats(): readonly EmbedderStats[];
	/** Deletes the vectors of one embedder, or all, and gives the space back; returns how many they were. */
	clear(embedderId?: string): number;
	close(): void;
}

/**
 * @param directory the cache folder; the file in it is opened, or made, at the first use
 * @param note is told what was found damaged
 */
export function vectorCache(directory: string, note: (message: string) => void): VectorCache {
	const path = join(directory, 'vectors.sqlite');
	let file: CacheFile | undefined;
	let inode: number | undefined;
	let damagedRows = 0;

	function open(): CacheFile {
		if (file !== undefined) return file;
		inode = inodeOf(path);
		file = openCacheFile(path);
		inode = inodeOf(path);
		return file;
	}

	function close(): void {
		file?.db.close();
		file = undefined;
	}

	/** Does the work; where the file itself turns out to be damaged, once more on a new one with what could be saved. */
	function withFile<T>(work: (db: Database.Database, statements: Statements) => T): T {
		try {
			const { db, statements } = open();
			return work(db, statements);
		} catch (error) {
			const sign = signOfDamage(error);
			if (sign === undefined) throw errorForPeople(error, path);
			close();
			// If another process has already put a new file there, it is used.
			if (inodeOf(path) === inode || inode === undefined) {
				const { aside, saved } = setAside(path, rowIsWhole);
				note(`${path} is damaged (${sign}): moved to ${aside}, ${saved} vectors saved, the rest is embedded anew`);
			}
			const { db, statements } = open();
			return work(db, statements);
		}
	}

	return {
		path,
		read(embedderId, dimensions, keys) {
			const damagedBefore = damagedRows;
			const found = withFile((db, { embedderKey, readVector }) =>
				db.transaction(() => {
					const embedder = embedderKey.get(embedderId)?.key;
					if (embedder === undefined) return keys.map(() => undefined);
					return keys.map((key) => {
						const row = readVector.get(embedder, key);
						if (row === undefined) return undefined;
						const [tokens, checksum, bytes] = row;
						if (rowIsWhole([key, tokens, checksum, bytes]) && bytes.length === dimensions * 4)
							return { vector: floats(bytes), tokens };
						damagedRows++;
						return undefined;
					});
				})(),
			);
			if (damagedRows > damagedBefore) note(`${path}: ${damagedRows - damagedBefore} damaged vectors, embedded anew`);
			return found;
		},
		requireWritable(missing) {
			withFile(() => undefined);
			if (file?.readOnly !== true) return;
			throw new BenchError(
				'environment',
				`the vector cache ${path} may only be read, and lacks ${missing} of the vectors`,
				{
					hint: 'Name a folder that can be written to with --cache-dir, or copy the cache there first.',
				},
			);
		},
		write(embedderId, rows) {
			withFile((db, { addEmbedder, embedderKey, writeVector }) => {
				db.transaction(() => {
					addEmbedder.run(embedderId);
					const embedder = embedderKey.get(embedderId)?.key as number;
					for (const { key, vector, tokens } of rows) {
						const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
						writeVector.run(embedder, key, tokens, rowChecksum(key, tokens, bytes), bytes);
					}
				}).immediate();
			});
		},
		stats: () => withFile((_, { stats }) => stats.all()),
		clear: (embedderId) =>
			withFile((db, { clear }) => {
				const { changes } = clear.run({ id: embedderId ?? null });
				db.exec('VACUUM');
				db.pragma('wal_checkpoint(TRUNCATE)');
				return changes;
			}),
		close,
	};
}

/** A damaged page can give values of any type. */
function rowIsWhole([key, tokens, checksum, bytes]: StoredRow): boolean {
	return Buffer.isBuffer(key) && Buffer.isBuffer(bytes) && rowChecksum(key, tokens, bytes) === checksum;
}

/** Over everything in a row that has to belong together. Finds accidents; it is no signature. */
function rowChecksum(key: Uint8Array, tokens: number, vector: Uint8Array): number {
	return crc32(vector, crc32(String(tokens), crc32(key)));
}

function floats(bytes: Buffer): Float32Array {
	// A copy: the buffer may start at an odd offset, and small ones share a pool.
	const vector = new Float32Array(bytes.length / 4);
	new Uint8Array(vector.buffer).set(bytes);
	return vector;
}
