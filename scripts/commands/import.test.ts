import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { jsonl, temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { callBench } from '../testing/call-bench.ts';

const folder = temporaryFolder({
	'beir/corpus.jsonl': `${jsonl({ _id: 'd1', title: '', text: 'quarantined zebra' }, { _id: 'd2', text: 'x' })}{}\n`,
	'beir/queries.jsonl': jsonl({ _id: 'q1', text: 'zebra', metadata: { stratum: 'exact' } }),
	'beir/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t2\n',
});
afterAll(() => folder.dispose());

const bench = (...args: string[]) => callBench(args, folder.path);

it('in, checked, out again', async () => {
	expect(await bench('import', 'beir', 'beir', '--name', 'animals')).toEqual({
		code: 0,
		stdout: 'data/animals: 2 documents, 1 queries, 1 judgments; 1 rejected\n',
		stderr:
			'rejected beir/corpus.jsonl:3: has no _id or no text\nbench data stats data/animals   shows what it is like\n',
	});
	expect(await bench('data', 'validate', 'animals')).toMatchObject({ code: 0 });
	expect(await bench('export', 'trec', '--data', 'animals', '--out', 'out')).toEqual({
		code: 0,
		stdout: 'out: docs.jsonl, topics.tsv, qrels.txt (2 documents, 1 queries)\n',
		stderr: 'trec has no place for these files beside the dataset: import.json\n',
	});
	expect(readFileSync(join(folder.path, 'out/qrels.txt'), 'utf8')).toBe('q1 0 d1 2\n');
	expect(readFileSync(join(folder.path, 'out/topics.tsv'), 'utf8')).toBe('q1\tzebra\t{"stratum":"exact"}\n');
	const again = await bench('import', 'trec', 'out', '--name', 'again', '--json');
	expect(JSON.parse(again.stdout)).toEqual({
		dataset: 'data/again',
		docs: 2,
		queries: 1,
		judgments: 1,
		queries_without_relevant: 0,
		noted: {},
		rejected: [],
	});
});

it('lists the formats and their options', async () => {
	const { stdout, code } = await bench('import', 'formats');
	expect(code).toBe(0);
	expect(stdout).toMatch(/beir +import, export/);
	expect(stdout).toMatch(/qrels +export {2}/);
	expect(stdout).toMatch(/longmemeval +unit +choice: session, turn +session/);
	expect(JSON.parse((await bench('import', 'formats', '--json')).stdout).formats).toContainEqual(
		expect.objectContaining({ name: 'locomo', import: true, export: false }),
	);
});

it.each([
	[['import', 'bear', 'beir', '--name', 'x'], 'Did you mean beir?'],
	[['import', 'beir', 'beir'], 'needs a --name'],
	[['import', 'beir', '--name', 'x'], 'takes a folder or a zip'],
	[['import', 'beir', 'nowhere', '--name', 'x'], 'there is no such file'],
	[['import', 'beir', 'beir', '--name', 'x', '--set', 'splt=dev'], 'Did you mean split'],
	[['import', 'qrels', 'x', '--name', 'x'], 'can only be exported'],
	[['export', 'locomo', '--data', 'animals', '--out', 'y'], 'can only be imported'],
	[['export', 'beir', '--data', 'animals', '--out', 'beir'], 'exists already'],
])('%j is refused in words', async (args, words) => {
	const { code, stderr } = await bench(...args);
	expect(code).toBe(2);
	expect(stderr).toContain(words);
	expect(stderr).not.toContain('    at ');
});
