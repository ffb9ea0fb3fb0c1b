import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** `.name.<process>.<machine><random>.tmp`; `.old` where it is what is being replaced. */
const TEMPORARY = /^\.(?<name>.+)\.(?<pid>\d+)\.(?<machine>[0-9a-f]{4})[0-9a-f]{4}\.(?<kind>tmp|old)$/;

/** A name beside `path` that no other process uses, to write to before renaming. */
export function temporaryName(path: string, kind: 'tmp' | 'old' = 'tmp'): string {
	const random = randomUUID().slice(0, 4);
	return join(dirname(path), `.${basename(path)}.${process.pid}.${machine()}${random}.${kind}`);
}

/** Whether a name is one that {@link temporaryName} gives: never data. */
export function isTemporaryName(name: string): boolean {
	return TEMPORARY.test(name);
}

/** The paths that killed processes of this machine left beside `path`; with `name`, those of that one. */
export function leftoversIn(folder: string, kind: 'tmp' | 'old', name?: string): string[] {
	return namesIn(folder).flatMap((entry) => {
		const found = TEMPORARY.exec(entry)?.groups;
		if (found?.kind !== kind || found.machine !== machine() || (name !== undefined && found.name !== name)) return [];
		return isRunning(Number(found.pid)) ? [] : [join(folder, entry)];
	});
}

/** Removes what killed processes of this machine were writing in a folder. What can't be removed stays. */
export function clearLeftovers(folder: string): void {
	for (const path of [...leftoversIn(folder, 'tmp'), ...leftoversIn(folder, 'old').filter(isReplaced)])
		try {
			rmSync(path, { recursive: true, force: true });
		} catch {
			// A folder that may only be read: nothing is lost by what lies in it.
		}
}

/** The replaced file is a leftover only once the new one is there; until then it is all there is. */
function isReplaced(path: string): boolean {
	const name = TEMPORARY.exec(basename(path))?.groups?.name;
	return name !== undefined && existsSync(join(dirname(path), name));
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// It runs, but for somebody else.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Process numbers are those of one machine, and folders may be shared by several. */
function machine(): string {
	return createHash('sha256').update(hostname()).digest('hex').slice(0, 4);
}
