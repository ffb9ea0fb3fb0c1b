import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { findFormat } from './formats/index.ts';
import { importDataset } from './import.ts';
import { readJsonElements } from './json-values.ts';
import { validateDataset } from './validate.ts';

const files = { 'docs.tsv': 'd1\tfox\nbroken\n', 'queries.tsv': 'q1\tred\n', 'qrels.tsv': 'q1\td1\t1\n' };
const folder = temporaryFolder(files);
afterAll(() => folder.dispose());

const dataDirectory = join(folder.path, 'data');
const paths = Object.keys(files).map((name) => join(folder.path, name));
const request = { format: findFormat('tsv'), paths, settings: {}, dataDirectory };

it('writes a valid dataset and tells where it came from', async () => {
	const { directory } = await importDataset({ ...request, name: 'mine' });
	expect(readdirSync(directory).sort()).toEqual(['corpus.jsonl', 'import.json', 'qrels.jsonl', 'queries.jsonl']);
	expect(await validateDataset(directory)).toMatchObject({ errors: [], warnings: [], docs: 1 });
	const provenance = JSON.parse(readFileSync(join(directory, 'import.json'), 'utf8'));
	expect(provenance).toMatchObject({
		format: 'tsv',
		options: { stratum: 'all' },
		counts: { docs: 1, queries: 1, judgments: 1, queries_without_relevant: 0, rejected: 1 },
		rejected: [{ file: paths[0], line: 2, reason: expect.stringContaining('one column') }],
	});
	expect(provenance.files[0]).toEqual({
		name: 'docs.tsv',
		bytes: 14,
		sha256: createHash('sha256').update(files['docs.tsv']).digest('hex'),
	});
});

it('never over a dataset that is there', async () => {
	await importDataset({ ...request, name: 'once' });
	await expect(importDataset({ ...request, name: 'once' })).rejects.toMatchObject({ code: 'usage' });
});

it('leaves nothing where it fails', async () => {
	const before = readdirSync(dataDirectory).sort();
	await expect(importDataset({ ...request, name: 'none', paths: ['docs=/no/such'] })).rejects.toMatchObject({
		code: 'data',
	});
	const empty = temporaryFolder({ 'docs.tsv': 'x\n', 'queries.tsv': 'q1\tred\n', 'qrels.tsv': 'q1\td1\t1\n' });
	await expect(
		importDataset({ ...request, name: 'none', paths: Object.keys(files).map((name) => join(empty.path, name)) }),
	).rejects.toThrow(/There is no document to import \(2 lines were rejected; first: .*docs\.tsv:1 has one column/);
	empty.dispose();
	await expect(importDataset({ ...request, name: 'none', settings: { strtum: 'x' } })).rejects.toThrow(
		/no option "strtum"/,
	);
	expect(readdirSync(dataDirectory).sort()).toEqual(before);
});

it.each(['../up', 'a/b', '.hidden', ''])('"%s" is no name', async (name) => {
	await expect(importDataset({ ...request, name })).rejects.toMatchObject({ code: 'usage' });
	expect(existsSync(join(folder.path, 'up'))).toBe(false);
});

it('JSON objects are streamed from an array, or one after another, whatever stands in their texts', async () => {
	const objects = [{ a: '}{[]"\\' }, { b: [{ c: '[' }, []] }, { d: 'ü🦊'.repeat(300_000) }, {}];
	const texts = objects.map((each) => JSON.stringify(each, null, 1));
	const made = temporaryFolder({
		array: `\uFEFF[${texts.join(' ,\n')}]`,
		lines: `${texts.map((each) => each.replaceAll('\n', '')).join('\n')}\n`,
		stray: '[{"a": 1}, 7 7, {"b": ]}]',
		cut: '[{"a": {"b": 1}',
	});
	const read = async (name: string) => {
		const found = [];
		for await (const { line, value, reason } of readJsonElements(join(made.path, name)))
			found.push({ line, value, reason });
		return found;
	};
	expect((await read('array')).map(({ value }) => value)).toEqual(objects);
	expect(await read('lines')).toEqual(objects.map((value, index) => ({ line: index + 1, value, reason: undefined })));
	expect((await read('stray')).map(({ value }) => value)).toEqual([{ a: 1 }, undefined, undefined, undefined]);
	await expect(read('cut')).rejects.toThrow(/cut:1: the object that begins here does not end/);
	made.dispose();
});
