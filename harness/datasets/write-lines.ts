import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { withPath } from '../files/write-file.ts';

export interface LineWriter {
	write(line: string): void;
	/** Puts all of it onto the disk, too. */
	close(): void;
}

/** Writes lines as they come, a megabyte at a time; nothing waits in memory but the last of them. */
export function openLineWriter(path: string): LineWriter {
	const file = openSync(path, 'w');
	let held: string[] = [];
	let heldLength = 0;
	const flush = (): void => {
		const bytes = Buffer.from(held.join(''), 'utf8');
		try {
			for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
		} catch (error) {
			throw withPath(error, path);
		}
		held = [];
		heldLength = 0;
	};
	return {
		write(line) {
			held.push(line, '\n');
			heldLength += line.length + 1;
			if (heldLength > 1 << 20) flush();
		},
		close() {
			try {
				flush();
				fsyncSync(file);
			} finally {
				closeSync(file);
			}
		},
	};
}

/** Writes all lines of a file. */
export function writeLines(path: string, lines: Iterable<string>): void {
	const writer = openLineWriter(path);
	try {
		for (const line of lines) writer.write(line);
	} finally {
		writer.close();
	}
}
