import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { zipOf } from '../../harness/testing/zip.ts';
import { callBench } from '../testing/call-bench.ts';
import { writeJudgments } from '../testing/judged-pool.ts';
import { smallDataset } from '../testing/small-dataset.ts';
import { BEIR, FOREIGN_SOURCES } from './foreign-sources.ts';

/** A file that somebody wrote, and a command that reads it. */
export interface FuzzInput {
	readonly file: string;
	readonly args: readonly string[];
	/** What the command makes, removed after each trial. */
	readonly makes?: readonly string[];
}

const input = (file: string, args: readonly string[], ...makes: readonly string[]): FuzzInput => ({
	file,
	args,
	makes,
});

const DATASET: readonly FuzzInput[] = [
	...['corpus', 'queries', 'qrels'].flatMap((name) => [
		input(`data/${name}.jsonl`, ['data', 'validate', 'data']),
		input(`data/${name}.jsonl`, ['run', '--retriever', 'fts5', '--out', 'fuzzed'], 'fuzzed'),
		input(`data/${name}.jsonl`, ['export', 'beir', '--data', 'data', '--out', 'exported'], 'exported'),
	]),
	input('data/corpus.jsonl', ['build-evalset', '--data', 'data', '--near-by', 'words', '--out', 'made'], 'made'),
	input('data/corpus.jsonl', ['extract', '--data', 'data', '--dry-run']),
	input('data/queries.jsonl', ['compare', 'base', 'fts', '--cluster', 'topic', '--resamples', '200']),
	input('data/triples.jsonl', ['graph', 'stats', '--retriever', 'graph:typed']),
	input('data/triples.jsonl', ['build-evalset', '--data', 'data', '--near-by', 'words', '--out', 'made'], 'made'),
];

const RUNS: readonly FuzzInput[] = [
	input('run.trec', ['eval', 'run.trec', 'qrels.txt']),
	input('run.trec.gz', ['eval', 'run.trec.gz', 'qrels.txt']),
	input('qrels.txt', ['eval', 'run.trec', 'qrels.txt', '--trec-compat']),
	input('run.trec', ['import-run', 'run.trec', '--data', 'data', '--out', 'imported'], 'imported'),
	input('qrels.txt', ['import-run', 'run.trec', '--qrels', 'qrels.txt', '--out', 'imported'], 'imported'),
];

const SETTINGS: readonly FuzzInput[] = [
	input(
		'bench.config.json',
		['run', '--config', 'bench.config.json', '--retriever', 'mine', '--out', 'fuzzed'],
		'fuzzed',
	),
	input('bench.gate.json', ['gate', '--baseline', 'base', '--candidate', 'base', '--resamples', '200']),
	input('view.json', ['report', 'base', 'fts', 'view.json', '--out', 'page.html'], 'page.html'),
];

const LABELS: readonly FuzzInput[] = [
	input('pool.jsonl', ['judge', 'pool.jsonl', '--status', '--judge', 'anna']),
	input('anna.judgments.jsonl', [
		'judge',
		'pool.jsonl',
		'--status',
		'--judge',
		'anna',
		'--out',
		'anna.judgments.jsonl',
	]),
	input(
		'anna.judgments.jsonl',
		['merge-judgments', 'anna.judgments.jsonl', 'ben.judgments.jsonl', '--out', 'merged.jsonl'],
		'merged.jsonl',
	),
	input('anna.judgments.jsonl', ['agree', 'anna.judgments.jsonl', 'ben.judgments.jsonl']),
	input('data/qrels.jsonl', [
		'agree',
		'data/qrels.jsonl',
		'ben.judgments.jsonl',
		'--runs',
		'base',
		'fts',
		'--resamples',
		'200',
	]),
	input('rubric.json', ['judge', 'pool.jsonl', '--status', '--judge', 'anna', '--rubric', 'rubric.json']),
	input('skeletons.jsonl', ['build-evalset', '--data', 'bare', '--worded', 'skeletons.jsonl', '--out', 'made'], 'made'),
];

const STORES: readonly FuzzInput[] = [
	input('store.db', ['export-corpus', 'store.db', '--data-dir', 'stores'], 'stores'),
	input('claude.db', ['export-corpus', 'claude.db', '--data-dir', 'stores'], 'stores'),
];

export const FUZZ_INPUTS: readonly FuzzInput[] = [
	...DATASET,
	...RUNS,
	...SETTINGS,
	...LABELS,
	...STORES,
	...FOREIGN_SOURCES.map(({ file, args }) => input(file, [...args, '--name', 'foreign', '--data-dir', 'sets'], 'sets')),
];

/** A folder that holds every input, whole. */
export async function fuzzFolder(): Promise<string> {
	const folder = smallDataset();
	const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);
	const queries = readFileSync(join(folder, 'data', 'queries.jsonl'), 'utf8');
	let topic = 0;
	write(
		'data/queries.jsonl',
		queries.replaceAll('"text"', () => `"_topic":"t${topic++ % 2}","text"`),
	);
	await callBench(['run', '--retriever', 'fts5', '--out', 'base'], folder);
	await callBench(['run', '--retriever', 'fts', '--out', 'fts'], folder);
	await callBench(['pool', 'base', 'fts', '--out', 'pool.jsonl', '--known', 'ask'], folder);
	const run = readFileSync(join(folder, 'base', 'run.trec'));
	write('run.trec', run);
	write('run.trec.gz', gzipSync(run));
	write('qrels.txt', 'q1 0 1 1\nq2 0 2 3\nq3 0 3 1\n');
	write('bench.config.json', '{"systems":{"mine":{"retriever":"fts5","options":{"tokenizer":"porter"}}}}');
	write(
		'bench.gate.json',
		'{"metrics":{"MRR":{"max_drop":0.5,"strata":{"exact":{"max_drop":0.9}}}},"latency":{"p95":9}}',
	);
	write(
		'rubric.json',
		JSON.stringify({
			name: 'two',
			question: 'Is it of use?',
			grades: { 0: { label: 'no', meaning: 'not' }, 1: { label: 'yes', meaning: 'it is' } },
		}),
	);
	write(
		'data/triples.jsonl',
		'{"id":"1","triples":[["kettle","whistles at","dawn"]]}\n{"id":"4","entities":["whippet"],"triples":[["whippet","fears","thunder",{"valid_from":"2024-01-01"}]]}\n',
	);
	writeJudgments(folder, 'anna', (_, i) => i % 3);
	writeJudgments(folder, 'ben', (_, i) => (i + 1) % 3);
	await callBench(['compare', 'base', 'fts', '--resamples', '200', '--report', 'view=view.json'], folder);
	bareDataset(folder);
	await callBench(
		['build-evalset', '--data', 'bare', '--near-by', 'words', '--exact', '1', '--paraphrase', '2', '--multihop', '0'],
		folder,
	);
	write('skeletons.jsonl', worded(readFileSync(join(folder, 'bare', 'skeletons.jsonl'), 'utf8')));
	stores(folder);
	for (const { file, content } of FOREIGN_SOURCES) if (content !== undefined) write(file, content);
	write(
		'beir.zip',
		await zipOf(Object.fromEntries(Object.entries(BEIR).map(([name, text]) => [name, Buffer.from(text)]))),
	);
	return folder;
}

function bareDataset(folder: string): void {
	const corpus = readFileSync(join(folder, 'data', 'corpus.jsonl'));
	mkdirSync(join(folder, 'bare'));
	writeFileSync(join(folder, 'bare', 'corpus.jsonl'), corpus);
}

/** Skeletons as a person leaves them. */
function worded(skeletons: string): string {
	let n = 0;
	return skeletons.replaceAll('"text":""', () => `"text":"zzz${n++} qqq vvv"`);
}

function stores(folder: string): void {
	const make = (name: string, sql: string): void => {
		const database = new Sqlite(join(folder, name));
		database.exec(sql);
		database.close();
	};
	const rows = (values: string): string =>
		`WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 150) ${values}`;
	make(
		'store.db',
		`CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT, tags TEXT, importance REAL, is_sensitive INTEGER);
		${rows("INSERT INTO memories SELECT x, 'kettle ' || x || ' whistles at dawn', 'a,b', 0.5, x % 50 = 0 FROM c")};`,
	);
	make(
		'claude.db',
		`CREATE TABLE observations (id INTEGER PRIMARY KEY, title TEXT, narrative TEXT, facts TEXT, created_at_epoch INTEGER);
		${rows("INSERT INTO observations SELECT x, 'Title ' || x, 'It failed', '[\"One\", \"Two\"]', 1746072600000 FROM c")};`,
	);
}
