import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

const SYSTEM = [
	...['--retriever', 'claude-mem:observations', '--set', 'fallback=fts5'],
	...['--set', 'semantic.url=http://127.0.0.1:65534'],
];

it('what a fallback answered is said in the table, in the manifest, and never verified', async () => {
	const folder = smallDataset();
	const made = await callBench(['run', ...SYSTEM], folder);
	expect(made).toMatchObject({ code: 0 });
	expect(`${made.stdout}${made.stderr}`).toContain('queries were answered by a fallback, not by the system');
	expect(`${made.stdout}${made.stderr}`).toContain('This is not a test of window: no document is outside it.');
	const { stdout, code } = await callBench(['verify', '--json'], folder);
	expect(code).toBe(1);
	const { files, verified, fallback_queries } = JSON.parse(stdout);
	expect(fallback_queries).toBeGreaterThan(0);
	expect(verified).toBe(false);
	// The bytes do agree: what is wrong is whose they are.
	expect(files.every(({ repeated }: { readonly repeated: string }) => repeated === 'same')).toBe(true);
});

it('the rankings of a fallback are not kept for the next time', async () => {
	const folder = smallDataset();
	expect(await callBench(['audit', ...SYSTEM], folder)).toMatchObject({ code: 0 });
	const kept = join(folder, 'cache', 'legs');
	expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([]);
});

it('without a fallback it is an error that says what to do', async () => {
	const { code, stderr } = await callBench(
		['run', '--retriever', 'claude-mem:observations', '--set', 'semantic.url=http://127.0.0.1:65534'],
		smallDataset(),
	);
	expect(code).toBe(2);
	expect(stderr).toContain("Chroma can't be reached");
	expect(stderr).toContain('fallback=fts5');
});
