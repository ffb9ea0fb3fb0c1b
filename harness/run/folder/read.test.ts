import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readRun } from './read.ts';

const manifest = {
	format: 1,
	created: '2026-01-01T00:00:00.000Z',
	tool: { name: 'recall-bench', version: '0.1.0', commit: null },
	node: 'v20',
	platform: 'linux',
	dataset: {
		name: 'small',
		directory: 'data',
		fingerprint: 'a',
		docs: 2,
		queries: 1,
		strata: { exact: 1 },
		sensitive: 'leave-out',
		sensitive_left_out: 0,
	},
	system: { name: 'fts', plugin: 'fts', options: {}, facts: {} },
	metrics: ['MRR'],
	depth: 10,
	seed: 42,
	files: {},
};
const means = { n: 1, unscored: 0, metrics: { MRR: 1 } };
const summary = { overall: means, strata: { exact: means } };
const score = { query_id: 'q1', stratum: 'exact', relevant: 1, metrics: { MRR: 1 } };

const folders: { dispose(): void }[] = [];
afterAll(() => {
	for (const folder of folders) folder.dispose();
});

function read(changed: Readonly<Record<string, unknown>> = {}) {
	const contents: Record<string, unknown> = { 'manifest.json': manifest, 'summary.json': summary, ...changed };
	const files = Object.fromEntries(
		Object.entries({ 'scores.jsonl': `${JSON.stringify(score)}\n`, ...contents }).map(([name, content]) => [
			name,
			typeof content === 'string' ? content : JSON.stringify(content),
		]),
	);
	const hashes = Object.fromEntries(
		['summary.json', 'scores.jsonl'].map((name) => [name, sha256(files[name] as string)]),
	);
	// As somebody would who changes a file and its hash: the shapes are what is left.
	if (files['manifest.json']?.includes('"files":{}'))
		files['manifest.json'] = files['manifest.json'].replace('"files":{}', `"files":${JSON.stringify(hashes)}`);
	const folder = temporaryFolder(files);
	folders.push(folder);
	return readRun(folder.path);
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

describe('a run folder', () => {
	it('is read as it was written', () => {
		expect(read()).toMatchObject({
			manifest: { ...manifest, files: expect.anything() },
			summary,
			scores: [{ queryId: 'q1', stratum: 'exact', relevant: 1, metrics: { MRR: 1 } }],
			timings: undefined,
		});
	});

	it.each<[Readonly<Record<string, unknown>>, string]>([
		[{ 'manifest.json': '{' }, 'manifest.json is not valid JSON'],
		[{ 'manifest.json': { ...manifest, format: 2 } }, 'manifest.json has format 2, not 1'],
		[{ 'manifest.json': null }, 'manifest.json has format undefined, not 1'],
		[{ 'manifest.json': { ...manifest, dataset: undefined } }, 'manifest.json: dataset is missing'],
		[{ 'manifest.json': { ...manifest, dataset: [] } }, 'manifest.json: dataset is an object'],
		[
			{ 'manifest.json': { ...manifest, dataset: { ...manifest.dataset, strata: { exact: '1' } } } },
			'manifest.json: dataset.strata.exact is a whole number from 0 up',
		],
		[{ 'manifest.json': { ...manifest, metrics: 'MRR' } }, 'manifest.json: metrics is a list'],
		[{ 'summary.json': [] }, 'summary.json: the file is an object'],
		[
			{ 'summary.json': { ...summary, overall: { ...means, metrics: { MRR: null } } } },
			'summary.json: overall.metrics.MRR is a number',
		],
		[{ 'scores.jsonl': `${JSON.stringify(score)}\n[]\n` }, 'scores.jsonl:2: the line is an object'],
		[
			{ 'scores.jsonl': JSON.stringify({ ...score, metrics: { MRR: 'high' } }) },
			'scores.jsonl:1: metrics.MRR is a number',
		],
		[
			{ 'scores.jsonl': JSON.stringify({ ...score, metrics: { MRR: 5 } }) },
			'scores.jsonl:1: metrics.MRR is a number from 0 to 1',
		],
		[
			{ 'scores.jsonl': JSON.stringify({ ...score, metrics: { 'recall@10': 1 } }) },
			'scores.jsonl:1: recall@10 is not among the metrics of the run',
		],
		[
			{ 'scores.jsonl': `${JSON.stringify(score)}\n${JSON.stringify(score)}\n` },
			'scores.jsonl:2: query q1 stands on line 1 too',
		],
		[{ 'scores.jsonl': '' }, 'scores.jsonl has 0 queries, and the run 1'],
		[
			{ 'summary.json': { ...summary, overall: { ...means, metrics: { MRR: 1.5 } } } },
			'summary.json: overall.metrics.MRR is a number from 0 to 1',
		],
		[{ 'timings.json': { latency: {}, indexSeconds: -1, indexBytes: 0 } }, 'indexSeconds is a number from 0 up'],
		[{ 'timings.json': { latency: { total: 3 } } }, 'timings.json: latency.total is an object'],
	])('that was changed is refused with file and field (%#)', (changed, message) => {
		expect(() => read(changed)).toThrow(message);
	});
});
