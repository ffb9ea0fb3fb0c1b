import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { claimFolder, claimNewName, recoverFolder, replaceFolder } from './replace-folder.ts';
import { clearLeftovers, isTemporaryName, temporaryName } from './temporary-name.ts';

const space = temporaryFolder({});
afterAll(() => space.dispose());
let made = 0;

function folder(content: string, path = join(space.path, `new${made++}`)): string {
	mkdirSync(path, { recursive: true });
	writeFileSync(join(path, 'file'), content);
	return path;
}
const contentOf = (path: string): string => readFileSync(join(path, 'file'), 'utf8');
/** As a process would that is not there any more: numbers end long before this one. */
const dead = (path: string): string => path.replace(`.${process.pid}.`, '.999999999.');

describe('a folder of its own name', () => {
	it('is taken once, also where the other came in between', () => {
		const target = join(space.path, 'claimed');
		expect(claimFolder(folder('one'), target)).toBe(true);
		expect(claimFolder(folder('two'), target)).toBe(false);
		expect(claimNewName(folder('three'), target)).toBe(`${target}-2`);
		expect([target, `${target}-2`].map(contentOf)).toEqual(['one', 'three']);
	});

	it('is replaced, and put back where the new one is not there', () => {
		const target = folder('old', join(space.path, 'replaced'));
		replaceFolder(folder('new'), target);
		expect(contentOf(target)).toBe('new');
		expect(() => replaceFolder(join(space.path, 'nowhere'), target)).toThrow('ENOENT');
		expect(contentOf(target)).toBe('new');
		expect(readdirSync(space.path).filter(isTemporaryName)).toEqual([]);
	});

	it('comes back after a kill between the two renames', () => {
		const target = join(space.path, 'killed');
		folder('old', dead(temporaryName(target, 'old')));
		expect(recoverFolder(target)).toBe(true);
		expect(contentOf(target)).toBe('old');
		expect(recoverFolder(target)).toBe(false);
	});
});

it('removes what dead processes were writing, and nothing of those that live', () => {
	const own = folder('own', temporaryName(join(space.path, 'x')));
	folder('dead', dead(temporaryName(join(space.path, 'x'))));
	folder('replaced', dead(temporaryName(join(space.path, 'claimed'), 'old')));
	const only = folder('only', dead(temporaryName(join(space.path, 'gone'), 'old')));
	clearLeftovers(space.path);
	expect(readdirSync(space.path).filter(isTemporaryName).sort()).toEqual(
		[own, only].map((path) => path.slice(space.path.length + 1)).sort(),
	);
});
