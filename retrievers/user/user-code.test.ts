import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hashUserCode } from './user-code.ts';

const home = mkdtempSync(join(tmpdir(), 'user-code-'));
afterAll(() => rmSync(home, { recursive: true }));

const FILES = {
	'mine.ts': `import { deep } from './lib/deep.js';
		import words from '../words.json' with { type: 'json' };
		import { readFileSync } from 'node:fs';
		import stemmer from 'some-package';
		export * from './lib/more';
		export const later = () => import('./lib/later.mjs');
		export const f = () => [deep, words, readFileSync, stemmer];`,
	'lib/deep.ts': "import plain = require('./plain.cjs');\nexport const deep = plain;",
	'lib/plain.cjs': 'module.exports = 1;',
	'lib/more/index.ts': 'export const more = 2;',
	'lib/later.mjs': 'export default 3;',
	'../words.json': '{ "a": 1 }',
	'lib/stranger.ts': 'export const stranger = 4;',
};

let projects = 0;
function project(changes: Readonly<Record<string, string>> = {}): string {
	const root = join(home, String(projects++), 'code');
	for (const [name, content] of Object.entries({ ...FILES, ...changes })) {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		writeFileSync(join(root, name), content);
	}
	return join(root, 'mine.ts');
}

const before = await hashUserCode(project());

describe('hashUserCode', () => {
	it('is whole, and the same wherever the files stand', async () => {
		expect(before).toEqual({ codeHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
		const path = project();
		cpSync(join(dirname(path), '..'), join(home, 'moved', 'there'), { recursive: true });
		expect(await hashUserCode(join(home, 'moved', 'there', 'code', 'mine.ts'))).toEqual(before);
	});

	it.each([
		['mine.ts', `${FILES['mine.ts']}\n`],
		['lib/deep.ts', `${FILES['lib/deep.ts']} // changed`],
		['lib/plain.cjs', 'module.exports = 2;'],
		['lib/more/index.ts', 'export const more = 3;'],
		['lib/later.mjs', 'export default 4;'],
		['../words.json', '{ "a": 2 }'],
	])('changes with %s', async (name, content) => {
		const after = await hashUserCode(project({ [name]: content }));
		expect(after.codeHash).not.toBe(before.codeHash);
		expect(after.unhashedCode).toBeUndefined();
	});

	it('does not change with a file that is not imported', async () => {
		expect(await hashUserCode(project({ 'lib/stranger.ts': 'export const stranger = 5;' }))).toEqual(before);
	});

	it.each([
		['export default (name: string) => import(name);', 'mine.ts:1 loads what is only known when it runs'],
		['export default (name: string) => require(name);', 'mine.ts:1 loads what is only known when it runs'],
		[
			"import { createRequire } from 'node:module';\nexport default createRequire(import.meta.url)('./lib/plain.cjs');",
			'mine.ts loads modules by a require of its own',
		],
		["export { x } from './nowhere.ts';", 'mine.ts:1: Could not resolve "./nowhere.ts"'],
	])('says what hides an import: %s', async (content, reason) => {
		const { unhashedCode } = await hashUserCode(project({ 'mine.ts': content }));
		expect(unhashedCode).toContain(reason);
	});
});
