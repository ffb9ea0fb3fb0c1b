import { BenchError } from '../../errors.ts';
import type { TextBytes } from './bytes.ts';

/** The fields of a line of a TREC file. */
export interface LineShape {
	/** For messages: `query Q0 doc rank score tag`. */
	readonly fields: string;
	readonly count: number;
	/** Whether anything may follow the last field. */
	readonly trailing: boolean;
}

/** How many problems a message lists. */
const LISTED = 20;

/**
 * Calls `onLine` for each line with the byte offsets of its fields: field i starts at `offsets[2 * i]` and ends before
 * `offsets[2 * i + 1]`; the array is reused. Fields are separated by ASCII white space; empty lines and lines that begin with # are
 * passed over, as trec_eval does. `onLine` returns what is wrong with the line, if anything.
 *
 * @throws BenchError with file:line for every malformed line (the first 20 of them).
 */
export function scanLines(
	file: TextBytes,
	shape: LineShape,
	onLine: (offsets: Uint32Array, line: number) => string | undefined,
): void {
	const { buffer, path } = file;
	const size = buffer.length;
	const offsets = new Uint32Array(2 * shape.count);
	const problems: string[] = [];
	let malformed = 0;
	const report = (line: number, problem: string): void => {
		if (malformed++ < LISTED) problems.push(`${path}:${line}: ${problem}`);
	};

	let at = 0;
	let line = 0;
	while (at < size) {
		line++;
		let byte = buffer[at] as number;
		let field = 0;
		for (;;) {
			while (byte !== NEWLINE && isSpace(byte)) byte = buffer[++at] as number;
			if (byte === NEWLINE || field === shape.count || (field === 0 && byte === HASH)) break;
			offsets[2 * field] = at;
			do byte = buffer[++at] as number;
			while (!isSpace(byte));
			offsets[2 * field + 1] = at;
			field++;
		}
		const more = byte !== NEWLINE;
		while (byte !== NEWLINE) byte = buffer[++at] as number;
		at++;
		if (field === 0) continue;
		if (field < shape.count) report(line, `has ${field} fields, not ${shape.count} (${shape.fields})`);
		else if (more && !shape.trailing) report(line, `has more than ${shape.count} fields (${shape.fields})`);
		else {
			const problem = onLine(offsets, line);
			if (problem !== undefined) report(line, problem);
		}
	}
	if (malformed > 0)
		throw new BenchError('data', problems.join('\n'), {
			hint: `${malformed} malformed ${malformed === 1 ? 'line' : 'lines'}${malformed > LISTED ? `, the first ${LISTED} shown` : ''}.`,
		});
}

const NEWLINE = 10;
const HASH = 35;

/** C's isspace. */
function isSpace(byte: number): boolean {
	return byte <= 32 && (byte === 32 || (byte >= 9 && byte <= 13));
}
