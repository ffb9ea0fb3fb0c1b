import { closeSync, fsyncSync, openSync } from 'node:fs';

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
