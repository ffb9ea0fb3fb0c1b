import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject } from '../contract.ts';
import { parseObject } from '../datasets/json-lines.ts';
import { BenchError } from '../errors.ts';

export interface FileLine {
	/** `file:line`, for messages. */
	readonly where: string;
	readonly value: JsonObject;
}

/** The lines of a JSONL file that has a header. */
export interface LinesFile {
	readonly header: FileLine;
	readonly lines: readonly FileLine[];
	/**
	 * Bytes up to the end of the last whole line. Less than the file's size where it ends in the middle of one: the
	 * writer was killed there, and what stands after it was never said to be saved.
	 */
	readonly wholeBytes: number;
}

/**
 * Reads a JSONL file whose first line is a header. A last line without a line end is passed over: it is what a killed
 * writer leaves.
 *
 * @throws BenchError `data` with file:line where a line is no JSON object, or there is no header.
 */
export function readLinesFile(path: string, what: string): LinesFile {
	if (!existsSync(path)) throw new BenchError('data', `there is no ${what} ${path}`);
	const bytes = readFileSync(path);
	const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
	const lines: FileLine[] = [];
	bytes
		.toString('utf8', 0, wholeBytes)
		.split('\n')
		.forEach((text, i) => {
			if (text.trim() === '') return;
			const value = parseObject(text);
			if (typeof value === 'string') throw new BenchError('data', `${path}:${i + 1}: ${value}`);
			lines.push({ where: `${path}:${i + 1}`, value });
		});
	const [header, ...rest] = lines;
	if (header === undefined) throw new BenchError('data', `${path} is empty: a ${what} begins with a header line`);
	return { header, lines: rest, wholeBytes };
}

/** A text field of a line. */
export function textAt({ where, value }: FileLine, key: string): string {
	const found = value[key];
	if (typeof found === 'string' && found !== '') return found;
	throw new BenchError('data', `${where}: ${key} must be a text`);
}

/** An object field of a line. */
export function objectAt({ where, value }: FileLine, key: string): FileLine {
	const found = value[key];
	if (found !== null && typeof found === 'object' && !Array.isArray(found))
		return { where: `${where}: ${key}`, value: found as JsonObject };
	throw new BenchError('data', `${where}: ${key} must be an object`);
}

/** A number field of a line. */
export function numberAt({ where, value }: FileLine, key: string): number {
	const found = value[key];
	if (typeof found === 'number' && Number.isFinite(found)) return found;
	throw new BenchError('data', `${where}: ${key} must be a number`);
}
