import { constants } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { unpackLimit, unpacksToMore } from '../../datasets/unpack-limit.ts';
import { BenchError } from '../../errors.ts';

/** A file in memory, to be scanned byte by byte. */
export interface TextBytes {
	/** Its name as the user gave it, for messages. */
	readonly path: string;
	/** The last byte is always a newline, so that no loop over a line need look for the end. */
	readonly buffer: Buffer;
}

/** Reads a whole file (gzip is unpacked, a byte order mark dropped). Up to 4 GB. */
export function readTextBytes(path: string): TextBytes {
	let bytes: Buffer;
	try {
		bytes = readWhole(path);
		if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = withNewline(unpacked(path, bytes.subarray(0, -1)));
	} catch (error) {
		if (error instanceof BenchError) throw error;
		throw new BenchError('data', `${path} can't be read: ${(error as Error).message}`, {
			hint: 'Name a TREC file: a run has lines `query Q0 doc rank score tag`, qrels have `query 0 doc grade`.',
			cause: error,
		});
	}
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
	return { path, buffer: bytes };
}

function unpacked(path: string, bytes: Buffer): Buffer {
	// A pipe has no size: what came through it is what it has.
	const limit = Math.min(LARGEST_BUFFER, unpackLimit(path, 0, bytes.length));
	try {
		return gunzipSync(bytes, { maxOutputLength: limit });
	} catch (error) {
		if ((error as { code?: unknown }).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
		throw unpacksToMore(path, limit, 'Where it is right, unpack it first (gunzip).');
	}
}

/** 1-based number of the line that holds this offset. */
export function lineNumber({ buffer }: TextBytes, offset: number): number {
	let line = 1;
	for (let at = buffer.indexOf(NEWLINE); at !== -1 && at < offset; at = buffer.indexOf(NEWLINE, at + 1)) line++;
	return line;
}

const NEWLINE = 10;
/** Bytes. */
const LARGEST_BUFFER = constants.MAX_LENGTH - 1;
/** A single read is limited to 2 GB. */
const CHUNK = 1 << 30;

function readWhole(path: string): Buffer {
	const file = openSync(path, 'r');
	try {
		const stat = fstatSync(file);
		// Pipes have no size to go by.
		if (!stat.isFile()) return withNewline(readFileSync(file));
		const buffer = Buffer.allocUnsafe(stat.size + 1);
		let filled = 0;
		while (filled < stat.size) {
			const read = readSync(file, buffer, filled, Math.min(CHUNK, stat.size - filled), null);
			if (read === 0) break;
			filled += read;
		}
		buffer[filled] = NEWLINE;
		return buffer.subarray(0, filled + 1);
	} finally {
		closeSync(file);
	}
}

function withNewline(bytes: Buffer): Buffer {
	return Buffer.concat([bytes, Buffer.of(NEWLINE)]);
}
