import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';
import { leftoversIn, temporaryName } from './temporary-name.ts';

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

/**
 * Writes whole or not at all: to a temporary name in the same folder, onto the disk, then a rename. Creates the folder.
 * Once it returns, a loss of power finds the file whole. What a killed process left of the same file is removed.
 */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
	makeFolder(dirname(path));
	if (isDevice(path)) {
		writeFileSync(path, content);
		return;
	}
	for (const left of leftoversIn(dirname(path), 'tmp', basename(path))) rmSync(left, { recursive: true, force: true });
	const temporary = temporaryName(path);
	try {
		writeFileSync(temporary, content, { flush: true });
		renameSync(temporary, path);
		syncFolder(dirname(path));
	} catch (error) {
		rmSync(temporary, { force: true });
		throw withPath(error, path);
	}
}

/** A device or a pipe (/dev/null, /dev/stdout) is written to; a rename would put a file in its place. */
function isDevice(path: string): boolean {
	const stat = statSync(path, { throwIfNoEntry: false });
	return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

/** Whether writing failed because the file or its folder may only be read. */
export function isForbidden(error: unknown): boolean {
	const code = (error as { code?: unknown } | null)?.code;
	return code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
}

/** A full disk is told of a number, not of a file: the error with the file's name. */
export function withPath(error: unknown, path: string): unknown {
	if (error instanceof Error && 'syscall' in error && !('path' in error)) Object.assign(error, { path });
	return error;
}
