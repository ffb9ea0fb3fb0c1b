import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BenchError } from '../errors.ts';
import { unpackLimit, unpacksToMore } from './unpack-limit.ts';

/** Why the text of a line can't be read: NUL bytes, bytes that are not UTF-8, a UTF-16 file, a line over the limit. */
export type LineFault = 'nul' | 'not-utf8' | 'utf16' | 'too-long';

export interface TextLine {
	/** 1-based. */
	readonly number: number;
	/** Without its line end and without a BOM; empty where there is a fault. */
	readonly text: string;
	readonly fault?: LineFault;
	/** The file began with a byte order mark (line 1 only). */
	readonly bom: boolean;
	/** The line ended in CR LF. */
	readonly crlf: boolean;
}

/** Bytes. A longer line is no document but a file that is not what it seems: it is skipped, not held in memory. */
export const longestLine = 64 * 1024 * 1024;

/** Bytes that every packed file may unpack to, where nobody named a limit. */
const SURELY_FINE = 1024 ** 2;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The lines of a UTF-8 text file, streamed. Lines are cut as bytes and decoded whole, so no character is ever split
 * between two chunks. The last line counts with or without a line end; an empty file has no lines.
 *
 * @param limit bytes of a line
 * @param mostUnpacked GiB that a .gz file may unpack to; 0: as `unpackLimit` says
 * @throws BenchError `data` when the file can't be opened or read.
 */
export async function* readLines(path: string, limit = longestLine, mostUnpacked = 0): AsyncGenerator<TextLine> {
	let number = 0;
	for await (const bytes of splitLines(path, limit, mostUnpacked)) {
		number++;
		if (number === 1 && startsAsUtf16(bytes)) {
			yield { number, text: '', fault: 'utf16', bom: true, crlf: false };
			return;
		}
		yield readLine(number, bytes, limit);
	}
}

function readLine(number: number, raw: Uint8Array, limit: number): TextLine {
	const crlf = raw[raw.length - 1] === carriageReturn;
	const bom = number === 1 && raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
	if (raw.length > limit) return { number, text: '', fault: 'too-long', bom, crlf };
	const bytes = raw.subarray(bom ? 3 : 0, crlf ? raw.length - 1 : raw.length);
	if (bytes.includes(0)) return { number, text: '', fault: 'nul', bom, crlf };
	if (!isUtf8(bytes)) return { number, text: '', fault: 'not-utf8', bom, crlf };
	return { number, text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), bom, crlf };
}

function startsAsUtf16(bytes: Uint8Array): boolean {
	return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** Lines as bytes without LF. One over the limit comes out cut to `limit + 1` bytes. */
async function* splitLines(path: string, limit: number, mostUnpacked: number): AsyncGenerator<Uint8Array> {
	let parts: Uint8Array[] = [];
	let held = 0;
	const hold = (bytes: Uint8Array): void => {
		const room = limit + 1 - held;
		if (room <= 0 || bytes.length === 0) return;
		const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
		parts.push(kept);
		held += kept.length;
	};
	const take = (): Uint8Array => {
		const line = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
		parts = [];
		held = 0;
		return line;
	};
	for await (const chunk of openChunks(path, mostUnpacked)) {
		let start = 0;
		for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
			hold(chunk.subarray(start, end));
			yield take();
			start = end + 1;
		}
		hold(chunk.subarray(start));
	}
	if (held > 0) yield take();
}

/**
 * The bytes of a file, streamed; a name that ends in .gz is unpacked.
 *
 * @param mostUnpacked GiB that a .gz file may unpack to; 0: as `unpackLimit` says
 * @throws BenchError `data` when the file can't be opened, read or unpacked, or unpacks to more than it may.
 */
export async function* openChunks(path: string, mostUnpacked = 0): AsyncGenerator<Buffer> {
	try {
		const file = createReadStream(path, { highWaterMark: 1 << 20 });
		if (!path.endsWith('.gz')) {
			for await (const chunk of file) yield chunk as Buffer;
			return;
		}
		let unpacked = 0;
		// pipeline() hands errors of the file on to the reader, and hears those that come after the reader has left.
		const unpacking = pipeline(file, createGunzip(), () => undefined);
		for await (const chunk of unpacking as AsyncIterable<Buffer>) {
			unpacked += chunk.length;
			// Asked for where it is needed: small files need no look at their size.
			const look = mostUnpacked > 0 || unpacked > SURELY_FINE;
			if (look && unpacked > unpackLimit(path, mostUnpacked))
				throw unpacksToMore(path, unpackLimit(path, mostUnpacked));
			yield chunk;
		}
	} catch (cause) {
		if (cause instanceof BenchError) throw cause;
		throw new BenchError('data', `${path} can't be read: ${reason(cause)}`, { cause });
	}
}

function reason(cause: unknown): string {
	const code = (cause as { code?: string } | undefined)?.code;
	if (code === 'ENOENT') return 'there is no such file';
	if (code === 'EISDIR') return 'it is a folder';
	if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it';
	return cause instanceof Error ? cause.message : String(cause);
}
