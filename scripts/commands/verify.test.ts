import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBench } from '../testing/run-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

function madeRun(args: readonly string[] = ['--retriever', 'hybrid', '--set', 'legs=fts,fts5']): string {
	const folder = smallDataset();
	expect(runBench(['run', ...args], folder)).toMatchObject({ code: 0 });
	return folder;
}

describe('bench verify', () => {
	it('repeats a fused run to the byte from its manifest alone', () => {
		const { stdout, code } = runBench(['verify'], madeRun());
		expect(stdout).toContain('repeats to the byte');
		expect(stdout).toContain('legs/fts5.trec');
		expect(code).toBe(0);
	});

	it('sees one changed digit of a file', () => {
		const folder = madeRun();
		const path = join(folder, 'results', 'latest', 'summary.json');
		writeFileSync(path, readFileSync(path, 'utf8').replace('"n": 3', '"n": 4'));
		const { stdout, code } = runBench(['verify', '--json'], folder);
		expect(code).toBe(1);
		const { files, verified } = JSON.parse(stdout);
		expect(verified).toBe(false);
		expect(files).toContainEqual({ file: 'summary.json', stored: 'changed', repeated: 'same' });
	});

	it('refuses a dataset that has changed since, and says so', () => {
		const folder = madeRun();
		const path = join(folder, 'data', 'corpus.jsonl');
		writeFileSync(path, readFileSync(path, 'utf8').replace('dawn', 'dusk'));
		const { stderr, code } = runBench(['verify'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('is not the one of this run');
	});
});

describe('bench show', () => {
	it('prints the newest run, or the one that is named', () => {
		const folder = madeRun(['--retriever', 'fts5', '--out', 'kept']);
		const { stdout, code } = runBench(['show', 'kept'], folder);
		expect(code).toBe(0);
		expect(stdout).toContain('5 documents');
		expect(stdout).toContain('recall@10');
		expect(runBench(['show'], folder)).toMatchObject({ code: 2 });
	});
});
