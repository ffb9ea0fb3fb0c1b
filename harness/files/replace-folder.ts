import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { BenchError } from '../errors.ts';
import { syncFolder } from './sync-folder.ts';
import { leftoversIn, temporaryName } from './temporary-name.ts';

/** How often a name is tried that other processes take at the same time. */
const TRIES = 1000;

/**
 * Gives a folder that was written under a temporary name its own, in place of one that may be there. Where that fails,
 * the one that was there is put back; where a kill comes between, {@link recoverFolder} does.
 */
export function replaceFolder(temporary: string, target: string): void {
	for (let again = 0; again < TRIES; again++) {
		if (claimFolder(temporary, target)) return;
		const old = temporaryName(resolve(target), 'old');
		if (!moved(target, old)) continue;
		try {
			if (claimFolder(temporary, target)) {
				rmSync(old, { recursive: true, force: true });
				return;
			}
		} catch (error) {
			putBack(old, target, error);
		}
		// Another process put its own there in between: that one is newer than what was replaced.
		rmSync(old, { recursive: true, force: true });
	}
	throw new BenchError('environment', `${target} is replaced by other processes all the time`, {
		hint: 'Give each its own --out.',
	});
}

/** Gives a new folder the wished name, or where it is taken `<name>-2`, `<name>-3` ...; returns the path. */
export function claimNewName(temporary: string, wished: string): string {
	let candidate = wished;
	for (let again = 2; !claimFolder(temporary, candidate); again++) candidate = `${wished}-${again}`;
	return candidate;
}

/** Gives a folder a name that no other has; false where the name is taken. One step, so that two can't both have it. */
export function claimFolder(temporary: string, target: string): boolean {
	if (existsSync(target)) return false;
	try {
		renameSync(temporary, target);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		// Windows says EPERM of a name that is taken.
		if (code === 'ENOTEMPTY' || code === 'EEXIST' || (code === 'EPERM' && existsSync(target))) return false;
		throw error;
	}
	syncFolder(dirname(resolve(target)));
	return true;
}

/** Puts back the folder that a killed process had moved away to replace it; gives whether there was one. */
export function recoverFolder(target: string): boolean {
	if (existsSync(target)) return false;
	const path = resolve(target);
	const [old] = leftoversIn(dirname(path), 'old', basename(path));
	if (old === undefined) return false;
	try {
		return claimFolder(old, path);
	} catch (error) {
		throw new BenchError('environment', `${target} was being replaced when a process was killed, and is at ${old}`, {
			hint: "It can't be moved back from here: rename it yourself.",
			cause: error,
		});
	}
}

function moved(from: string, to: string): boolean {
	try {
		renameSync(from, to);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
		throw error;
	}
}

function putBack(old: string, target: string, cause: unknown): never {
	try {
		renameSync(old, target);
	} catch {
		throw new BenchError('environment', `${target} could not be replaced, and what was there is at ${old}`, {
			hint: 'Rename it yourself.',
			cause,
		});
	}
	throw cause;
}
