import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Puts a folder's list of names onto the disk, so that a rename in it outlives a loss of power. */
export function syncFolder(path: string): void {
	let folder: number | undefined;
	try {
		folder = openSync(path, 'r');
		fsyncSync(folder);
	} catch {
		// Windows opens no folders, and some network file systems sync none: the promise is the system's then.
	} finally {
		if (folder !== undefined) closeSync(folder);
	}
}

/** {@link syncFolder} for a folder and all below it: before it gets its name. */
export function syncFoldersBelow(path: string): void {
	for (const entry of readdirSync(path, { withFileTypes: true }))
		if (entry.isDirectory()) syncFoldersBelow(join(path, entry.name));
	syncFolder(path);
}

/** Puts a file that something else wrote (a copy, another program) onto the disk. */
export function syncFile(path: string): void {
	const file = openSync(path, 'r+');
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}
