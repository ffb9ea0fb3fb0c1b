import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';

/** Files beside a named one are hashed up to this many. */
const MOST_SIBLINGS = 500;

/**
 * The identity of a command's code: sha-256 over the files that it names and those of the same extension beside them.
 * Its imports from elsewhere are not seen, and `unhashedCode` says so.
 */
export function hashCommandFiles(words: readonly string[]): {
	readonly codeHash: string;
	readonly unhashedCode: string;
} {
	const hash = createHash('sha256').update(JSON.stringify(words));
	for (const word of words) {
		if (extname(word) === '' || statSync(word, { throwIfNoEntry: false })?.isFile() !== true) continue;
		const folder = dirname(resolve(word));
		const siblings = readdirSync(folder)
			.filter((name) => extname(name) === extname(word))
			.sort()
			.slice(0, MOST_SIBLINGS);
		for (const name of new Set([...siblings, basename(word)])) {
			const path = join(folder, name);
			if (statSync(path).isFile()) hash.update(`${name}\n`).update(readFileSync(path));
		}
	}
	return {
		codeHash: hash.digest('hex'),
		unhashedCode: 'what its command loads is not known, so a change there would go unseen',
	};
}
