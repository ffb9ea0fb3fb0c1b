import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { jsonl, temporaryFolder } from '../../../harness/testing/temporary-folder.ts';
import { callBench } from '../../testing/call-bench.ts';
import { COMMIT, type HubServer, hubServer } from './testing/hub-server.ts';

const corpus = [
	{ _id: 'd1', title: 'Zebras', text: 'are striped' },
	{ _id: 'd2', title: '', text: 'a plain text' },
];
const queries = [
	{ _id: 'q1', text: 'striped' },
	{ _id: 'q2', text: 'only in train' },
];
const tsv = (...rows: string[]): string => ['query-id\tcorpus-id\tscore', ...rows, ''].join('\n');
const parquet = (rows: readonly Record<string, string | bigint>[]): Uint8Array =>
	new Uint8Array(
		parquetWriteBuffer({
			columnData: Object.keys(rows[0] as object).map((name) => ({
				name,
				data: rows.map((row) => row[name]) as string[],
			})),
			rowGroupSize: 1,
		}),
	);

const repositories = {
	'BeIR/animals': {
		'README.md': '# animals',
		'corpus.jsonl.gz': gzipSync(jsonl(...corpus)),
		'queries.jsonl.gz': gzipSync(jsonl(...queries)),
	},
	'BeIR/animals-qrels': { 'test.tsv': tsv('q1\td1\t2'), 'train.tsv': tsv('q2\td2\t1') },
	'BeIR/columns': {
		'corpus/corpus-00000-of-00002.parquet': parquet(corpus.slice(0, 1)),
		'corpus/corpus-00001-of-00002.parquet': parquet(corpus.slice(1)),
		'queries/queries-00000-of-00001.parquet': parquet(queries),
		'default/test-00000-of-00001.parquet': parquet([{ 'query-id': 'q1', 'corpus-id': 'd1', score: 2n }]),
	},
	'BeIR/renamed': {
		'corpus.jsonl': jsonl({ id: 'd1', title: 'Zebras', text: 'are striped' }),
		'queries.jsonl': jsonl({ id: 'q1', text: 'striped' }),
		'qrels/test.jsonl': jsonl({ 'query-id': 'q1', 'corpus-id': 'd1', score: 1 }),
	},
	'BeIR/words': { 'README.md': '# no data' },
};

const folder = temporaryFolder({});
const hub: HubServer = await hubServer(repositories);
afterAll(() => {
	hub.close();
	folder.dispose();
});
afterEach(() => {
	hub.asked.length = 0;
	hub.cuts.clear();
	hub.forged.clear();
	hub.claimed.clear();
});
const bench = (...args: string[]) => callBench(['import', ...args], folder.path, { HF_ENDPOINT: hub.endpoint });
const read = (path: string): string => readFileSync(join(folder.path, 'data', path), 'utf8');

describe('a dataset of the hub', () => {
	it('comes in with the judgments of its sibling, at a commit that is recorded', async () => {
		const { code, stdout, stderr } = await bench('hf:BeIR/animals');
		expect({ code, stdout }).toEqual({
			code: 0,
			stdout: 'data/animals: 2 documents, 1 queries, 1 judgments; 0 rejected\n',
		});
		expect(stderr).toMatch(
			/BeIR\/animals at c0ffee000000: 2 files\nBeIR\/animals-qrels at .*: 2 files\nto fetch: 0\.0 MB/,
		);
		expect(stderr).toContain('1 queries of other splits (left out)');
		expect(read('animals/corpus.jsonl')).toContain('Zebras are striped');
		const { origin } = JSON.parse(read('animals/import.json'));
		expect(origin.source).toBe('hf:BeIR/animals');
		expect(origin.files[0]).toMatchObject({
			repository: 'BeIR/animals',
			revision: COMMIT,
			path: 'corpus.jsonl.gz',
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(origin.files[2]).toHaveProperty('git_sha1');
		// The downloads are text of the dataset: none is left beside it.
		expect(existsSync(join(folder.path, 'data/.downloads', `BeIR--animals@${COMMIT}`))).toBe(false);
	});

	it.each([
		['parquet, in parts', 'columns', 2],
		['plain jsonl whose ids are called id', 'renamed', 1],
	])('%s', async (_, name, docs) => {
		const { code, stdout } = await bench(`hf:BeIR/${name}@main`);
		expect({ code, stdout }).toEqual({
			code: 0,
			stdout: expect.stringContaining(`data/${name}: ${docs} documents, `),
		});
		expect(read(`${name}/qrels.jsonl`)).toMatch(/"q1".*"d1"/);
		expect(read(`${name}/queries.jsonl`)).toContain('striped');
	});

	it('a download that was killed goes on where it stopped', async () => {
		const downloads = join(folder.path, `data/.downloads/BeIR--animals@${COMMIT}/BeIR--animals`);
		mkdirSync(downloads, { recursive: true });
		const whole = repositories['BeIR/animals']['corpus.jsonl.gz'];
		writeFileSync(join(downloads, 'corpus.jsonl.gz.part'), whole.subarray(0, 20));
		expect(await bench('hf:BeIR/animals', '--name', 'resumed')).toMatchObject({ code: 0 });
		expect(hub.asked.filter((each) => each.startsWith('corpus'))).toEqual(['corpus.jsonl.gz bytes=20-']);
		expect(read('resumed/corpus.jsonl')).toBe(read('animals/corpus.jsonl'));
	});

	it('a connection that is cut is opened again', async () => {
		hub.cuts.set('corpus.jsonl.gz', 20);
		expect(await bench('hf:BeIR/animals', '--name', 'cut')).toMatchObject({ code: 0 });
		// How much had come before is not ours to say: from there, or from the beginning.
		expect(hub.asked.filter((each) => each.startsWith('corpus'))).toHaveLength(2);
		expect(read('cut/corpus.jsonl')).toBe(read('animals/corpus.jsonl'));
	});

	it('bytes that are not those of the listing are refused', async () => {
		hub.forged.add('queries.jsonl.gz');
		const { code, stderr } = await bench('hf:BeIR/animals', '--name', 'forged');
		expect(code).toBe(2);
		expect(stderr).toContain('queries.jsonl.gz of BeIR/animals is not what the hub says it is');
		expect(existsSync(join(folder.path, 'data/forged'))).toBe(false);
	});

	it('more than 1 GiB is fetched only when it was said', async () => {
		hub.claimed.set('corpus.jsonl.gz', 5e9);
		const { code, stderr } = await bench('hf:BeIR/animals', '--name', 'large');
		expect(code).toBe(2);
		expect(stderr).toContain('BeIR/animals is 5.0 GB');
		expect(stderr).toContain('--yes');
		expect(hub.asked).toEqual([]);
	});

	it('a file that unpacks to more than was allowed is refused', async () => {
		const { code, stderr } = await bench('hf:BeIR/animals', '--name', 'bomb', '--max-unpacked', '1e-8');
		expect(code).toBe(2);
		expect(stderr).toContain('unpacks to more than');
	});

	it.each([
		[['hf:BeIR/nothing'], 'the hub has no dataset BeIR/nothing'],
		[['hf:BeIR/animals@v9'], 'with a revision v9'],
		[['hf:BeIR/words'], 'has no corpus, no queries, no judgments (nor has BeIR/words-qrels)'],
		[['hf:animals'], 'For example hf:BeIR/scifact'],
		[['hf:BeIR/animals', 'path'], 'takes no path'],
		[['hf:BeIR/animals', '--set', 'splt=dev'], 'Did you mean split'],
		[['hf:BeIR/animals', '--name', 'animals'], 'data/animals exists already'],
		[['hf:BeIR/animals', '--name', 'dev', '--set', 'split=dev'], 'it has: test, train'],
	])('%j is an error in words', async (args, message) => {
		const { code, stderr } = await bench(...args);
		expect(stderr).toContain(message);
		expect(stderr).not.toMatch(/\n\s+at /);
		expect(code).toBe(2);
	});
});

describe('a dataset of ir_datasets', () => {
	// The formats are those of `ir_datasets export`: a record a line for documents and queries, TREC qrels.
	const standIn = `#!${process.execPath}
const [command, id, part, flag, format] = process.argv.slice(2);
if (command !== 'export' || flag !== '--format') process.exit(9);
if (id !== 'beir/animals/test') { process.stderr.write('Dataset ' + id + ' not found.\\n'); process.exit(1); }
const records = {
	'docs jsonl': [{ doc_id: 'd1', text: 'are striped', title: 'Zebras', url: 'x' }, { doc_id: 'd2', text: 'a plain text', title: '' }],
	'queries jsonl': [{ query_id: 'q1', text: 'striped' }, { query_id: 'q2', title: 'plain', narrative: 'n' }],
	'qrels trec': ['q1 0 d1 2', 'q2 0 d2 1'],
}[part + ' ' + format];
for (const record of records) console.log(typeof record === 'string' ? record : JSON.stringify(record));
`;
	const bin = temporaryFolder({ ir_datasets: standIn });
	chmodSync(join(bin.path, 'ir_datasets'), 0o755);
	afterAll(() => bin.dispose());
	const exported = (source: string, path = `${bin.path}${delimiter}${process.env.PATH}`) =>
		callBench(['import', source], folder.path, { PATH: path });

	it('is exported by the program on the path', async () => {
		const { code, stdout, stderr } = await exported('ir_datasets:beir/animals/test');
		expect({ code, stdout }).toEqual({
			code: 0,
			stdout: 'data/beir-animals-test: 2 documents, 2 queries, 2 judgments; 0 rejected\n',
		});
		expect(stderr).toContain('ir_datasets export beir/animals/test docs --format jsonl');
		expect(read('beir-animals-test/corpus.jsonl')).toContain('Zebras are striped');
		expect(read('beir-animals-test/queries.jsonl')).toContain('"text":"plain"');
		expect(JSON.parse(read('beir-animals-test/import.json')).origin.source).toBe('ir_datasets:beir/animals/test');
	});

	it('its own words are shown where it fails, and what to do where it is not there', async () => {
		const unknown = await exported('ir_datasets:beir/nothing');
		expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Dataset beir/nothing not found.') });
		const none = await exported('ir_datasets:beir/other', '/nowhere');
		expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no ir_datasets command') });
	});
});
