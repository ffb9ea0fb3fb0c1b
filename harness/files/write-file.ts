import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A name beside `path` that no other process uses, to write to before renaming. */
export function temporaryName(path: string): string {
	return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`);
}

/**
 * Makes a folder and those above it. One step at a time, for Node's own recursive mkdir never returns where the system
 * accepts no new folder and says that the one above is missing (/proc).
 */
export function makeFolder(path: string): void {
	if (existsSync(path)) return;
	const parent = dirname(path);
	if (parent !== path) makeFolder(parent);
	try {
		mkdirSync(path);
	} catch (error) {
		// Another process may have made it in between.
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}

/** Writes whole or not at all: to a temporary name in the same folder, then a rename. Creates the folder. */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
	makeFolder(dirname(path));
	const temporary = temporaryName(path);
	try {
		writeFileSync(temporary, content);
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}
