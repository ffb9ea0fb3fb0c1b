import type { JsonObject } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { faultWords, parseObject } from './json-lines.ts';
import { longestLine, openChunks } from './read-lines.ts';

/** One object of a JSON file, or why it can't be read. */
export interface JsonElement {
	/** The line that it begins on, 1-based. */
	readonly line: number;
	readonly value: JsonObject | undefined;
	readonly reason: string | undefined;
}

/**
 * The objects of a JSON file that holds either one top-level array of objects or objects one after another (JSONL
 * too), streamed: only one of them is in memory at a time, so files larger than the longest string can be read.
 *
 * @param mostUnpacked GiB that a .gz file may unpack to; 0: as `unpackLimit` says
 * @throws BenchError `data` when the file can't be opened, or ends inside an object.
 */
export async function* readJsonElements(path: string, mostUnpacked = 0): AsyncGenerator<JsonElement> {
	let line = 1;
	let startLine = 0;
	let depth = 0;
	let inText = false;
	let escaped = false;
	let tooLong = false;
	let stray = false;
	let held: Uint8Array[] = [];
	let heldBytes = 0;
	for await (const chunk of openChunks(path, mostUnpacked)) {
		let start = depth > 0 ? 0 : -1;
		for (let at = 0; at < chunk.length; at++) {
			const byte = chunk[at] as number;
			if (byte === 0x0a) line++;
			if (inText) {
				if (escaped) escaped = false;
				else if (byte === backslash) escaped = true;
				else if (byte === quote) inText = false;
			} else if (byte === quote && depth > 0) inText = true;
			else if (byte === openBrace || (byte === openBracket && depth > 0)) {
				if (depth++ > 0) continue;
				start = at;
				startLine = line;
				stray = false;
			} else if ((byte === closeBrace || byte === closeBracket) && depth > 0 && --depth === 0) {
				held.push(chunk.subarray(start, at + 1));
				yield tooLong ? tooLongElement(startLine) : elementOf(startLine, Buffer.concat(held));
				held = [];
				heldBytes = 0;
				tooLong = false;
				start = -1;
			} else if (depth === 0 && !stray && !betweenObjects.has(byte)) {
				stray = true;
				yield { line, value: undefined, reason: 'there is something here that is no object' };
			}
		}
		if (start === -1) continue;
		heldBytes += chunk.length - start;
		if (heldBytes > longestLine) {
			tooLong = true;
			held = [];
		} else held.push(chunk.subarray(start));
	}
	if (depth > 0)
		throw new BenchError('data', `${path}:${startLine}: the object that begins here does not end`, {
			hint: 'The file has been cut off: fetch it again.',
		});
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** White space, commas, the brackets of the array, the bytes of a byte order mark. */
const betweenObjects = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, openBracket, closeBracket, 0xef, 0xbb, 0xbf]);

function tooLongElement(line: number): JsonElement {
	return { line, value: undefined, reason: faultWords['too-long'] };
}

function elementOf(line: number, bytes: Buffer): JsonElement {
	const read = parseObject(bytes.toString('utf8'));
	return typeof read === 'string' ? { line, value: undefined, reason: read } : { line, value: read, reason: undefined };
}
