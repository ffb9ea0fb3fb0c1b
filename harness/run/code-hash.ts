import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | undefined;

/**
 * sha-256 (hex) of the harness and retriever code that is running, tests left out: kept rankings carry it in their
 * identity, so a changed retriever is never served what an earlier one returned.
 */
export function codeHash(): string {
	const harness = join(dirname(fileURLToPath(import.meta.url)), '..');
	known ??= hashFolders([harness, join(harness, '..', 'retrievers')]);
	return known;
}

function hashFolders(folders: readonly string[]): string {
	const hash = createHash('sha256');
	for (const folder of folders)
		for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort())
			if (/\.(ts|js)$/.test(name) && !/\.(test|d)\.ts$/.test(name))
				hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
	return hash.digest('hex');
}
