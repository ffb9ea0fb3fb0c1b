import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

async function madeRun(args: readonly string[] = ['--retriever', 'hybrid', '--set', 'legs=fts,fts5']): Promise<string> {
	const folder = smallDataset();
	expect(await callBench(['run', ...args], folder)).toMatchObject({ code: 0 });
	return folder;
}

describe('bench verify', () => {
	it('repeats a fused run to the byte from its manifest alone', async () => {
		const { stdout, code } = await callBench(['verify'], await madeRun());
		expect(stdout).toContain('repeats to the byte');
		expect(stdout).toContain('legs/fts5.trec');
		expect(code).toBe(0);
	});

	it('sees one changed digit of a file', async () => {
		const folder = await madeRun();
		const path = join(folder, 'results', 'latest', 'summary.json');
		writeFileSync(path, readFileSync(path, 'utf8').replace('"n": 3', '"n": 4'));
		const { stdout, code } = await callBench(['verify', '--json'], folder);
		expect(code).toBe(1);
		const { files, verified } = JSON.parse(stdout);
		expect(verified).toBe(false);
		expect(files).toContainEqual({ file: 'summary.json', stored: 'changed', repeated: 'same' });
	});

	it('says of a system that searches approximately why it differs, and by how much', async () => {
		const folder = smallDataset();
		// An index that comes out otherwise at the second time, as an ANN index may.
		writeFileSync(
			join(folder, 'drifting.mjs'),
			`import { readFileSync } from 'node:fs';
			export default {
				name: 'drifting', summary: 'drifts', options: {},
				index(corpus) {
					const ids = corpus.map(({ id }) => id);
					if (readFileSync(new URL('turn.txt', import.meta.url), 'utf8') === '2') ids.reverse();
					return {
						retrieve: (query, depth) => ids.slice(0, depth).map((docId, i) => ({ docId, score: -i })),
						facts: () => ({ approximate: { overlap_at_10: 0.9 } }),
					};
				},
			};`,
		);
		writeFileSync(join(folder, 'turn.txt'), '1');
		expect(await callBench(['run', '--retriever', './drifting.mjs'], folder)).toMatchObject({ code: 0 });
		writeFileSync(join(folder, 'turn.txt'), '2');
		const { stdout, code } = await callBench(['verify', '--allow-modules'], folder);
		expect(code).toBe(1);
		expect(stdout).toContain('The system searches approximately');
		expect(stdout).toMatch(/The overall mean that moved most is (\S+): recorded (0\.\d{4}), repeated (?!\2)0\.\d{4}\./);
	});

	it('refuses a dataset that has changed since, and says so', async () => {
		const folder = await madeRun();
		const path = join(folder, 'data', 'corpus.jsonl');
		writeFileSync(path, readFileSync(path, 'utf8').replace('dawn', 'dusk'));
		const { stderr, code } = await callBench(['verify'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('is not the one of this run');
	});
});

describe('bench show', () => {
	it('prints the newest run, or the one that is named', async () => {
		const folder = await madeRun(['--retriever', 'fts5', '--out', 'kept']);
		const { stdout, code } = await callBench(['show', 'kept'], folder);
		expect(code).toBe(0);
		expect(stdout).toContain('5 documents');
		expect(stdout).toContain('recall@10');
		expect(await callBench(['show'], folder)).toMatchObject({ code: 2 });
	});
});
