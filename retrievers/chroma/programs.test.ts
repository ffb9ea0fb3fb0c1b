import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programsHere } from './programs.ts';

describe.skipIf(process.platform !== 'linux')('programs that could run a server', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'chroma-path-'));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	/** A PATH on which there are only these programs. */
	const path = (...names: readonly string[]): NodeJS.ProcessEnv => {
		const bin = mkdtempSync(join(folder, 'bin-'));
		for (const name of names) {
			writeFileSync(join(bin, name), '#!/bin/sh\n');
			chmodSync(join(bin, name), 0o755);
		}
		return { PATH: bin };
	};
	const words = (env: NodeJS.ProcessEnv, glibc?: string) =>
		programsHere('', env, glibc).map((program) => program.words.join(' '));

	it('are tried in order: installed, by uv, by npm', () => {
		expect(words(path('npx', 'uvx', 'chroma'), '2.39')).toEqual([
			'chroma',
			'uvx --from chromadb chroma',
			'npx --yes chromadb',
		]);
	});

	it.each(['2.36', '2.9'])("leave npm's out where glibc is %s, older than it needs", (glibc) => {
		expect(words(path('npx', 'uvx'), glibc)).toEqual(['uvx --from chromadb chroma']);
		expect(() => programsHere('', path('npx'), glibc)).toThrow(`npm's chromadb needs glibc 2.38, and here is ${glibc}`);
	});

	it('take the one that is named, without looking', () => {
		expect(programsHere('/opt/chroma', path())).toEqual([{ words: ['/opt/chroma'] }]);
	});
});
