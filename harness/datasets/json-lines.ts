import type { Json, JsonObject } from '../contract.ts';
import type { FileProblems } from './problems.ts';
import { type LineFault, readLines } from './read-lines.ts';

export interface JsonLine {
	/** 1-based. */
	readonly line: number;
	readonly value: JsonObject;
}

/** Levels of nesting that a line may have; deeper ones can't be written back without running out of stack. */
const deepest = 100;

/** The faults of a line that can't be read, in words. */
export const faultWords: Readonly<Record<LineFault, string>> = {
	nul: 'the line holds NUL bytes: the file is damaged, or is not UTF-8',
	'not-utf8': 'the line is not valid UTF-8',
	utf16: 'the file is UTF-16: save it as UTF-8',
	'too-long': 'the line is over 64 MB: this is not one JSON object a line',
};

/**
 * The objects of a JSONL file, streamed. Blank lines are passed over. A BOM and CRLF line ends are read and reported
 * once as warnings; every line that holds no JSON object is reported as an error and left out.
 *
 * @throws BenchError `data` when the file can't be opened or read.
 */
export async function* readJsonLines(path: string, problems: FileProblems): AsyncGenerator<JsonLine> {
	let crlfSeen = false;
	for await (const line of readLines(path)) {
		if (line.bom && line.fault !== 'utf16')
			problems.warning('line-ends', line.number, 'the file begins with a byte order mark (read, and passed over)');
		if (line.crlf && !crlfSeen) {
			crlfSeen = true;
			problems.warning('line-ends', line.number, 'lines end in CRLF (read as LF)');
		}
		if (line.fault !== undefined) {
			problems.error(line.fault === 'nul' ? 'nul' : 'encoding', line.number, faultWords[line.fault]);
			continue;
		}
		if (line.text.trim() === '') continue;
		const read = parseObject(line.text);
		if (typeof read === 'string') problems.error('json', line.number, read);
		else yield { line: line.number, value: read };
	}
}

/** The object of one line, or what is wrong with it in words that quote none of it. */
export function parseObject(text: string): JsonObject | string {
	let value: Json;
	try {
		value = JSON.parse(text) as Json;
	} catch (error) {
		// The engine's own message quotes the line, which may be private.
		const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
		return `is not valid JSON${position === undefined ? '' : ` (at character ${Number(position) + 1})`}`;
	}
	if (value === null || typeof value !== 'object' || Array.isArray(value))
		return 'is not a JSON object: each line must be one { ... }';
	if (deeperThan(value, deepest)) return `is nested more than ${deepest} levels deep`;
	return value as JsonObject;
}

function deeperThan(value: Json, levels: number): boolean {
	if (value === null || typeof value !== 'object') return false;
	if (levels === 0) return true;
	return Object.values(value).some((inner) => deeperThan(inner, levels - 1));
}
