import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A name beside `path` that no other process uses, to write to before renaming. */
export function temporaryName(path: string): string {
	return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`);
}

/** Writes whole or not at all: to a temporary name in the same folder, then a rename. Creates the folder. */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
	mkdirSync(dirname(path), { recursive: true });
	const temporary = temporaryName(path);
	try {
		writeFileSync(temporary, content);
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}
