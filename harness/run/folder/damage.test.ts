import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Dataset } from '../../contract.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { randomStream } from '../../random.ts';
import { corpusOrder } from '../../ranking.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { scoreRun } from '../scored-run.ts';
import { readRun } from './read.ts';
import { readRankings } from './read-rankings.ts';
import { writeRun } from './write.ts';

const dataset: Dataset = {
	name: 'small',
	directory: 'data',
	corpus: ['1', '2', '3'].map((id) => ({
		id,
		content: '',
		tags: [],
		expandedKeywords: [],
		importance: 0,
		sensitive: false,
		metadata: {},
	})),
	queries: [
		{ id: 'q1', text: '', stratum: 'exact' },
		{ id: 'q2', text: '', stratum: 'multihop' },
	],
	qrels: new Map(['q1', 'q2'].map((id) => [id, new Map([['1', 1]])])),
	fingerprint: 'f'.repeat(64),
	sensitivePolicy: 'leave-out',
	sensitiveLeftOut: 0,
};
const ranking = { docs: Int32Array.of(2, 0), scores: Float64Array.of(1.5, 0.25) };
const space = temporaryFolder({});
afterAll(() => space.dispose());

function writeSmall(path: string): void {
	writeRun(
		{
			...scoreRun(dataset, [ranking, ranking], parseMetrics(['recall@1', 'MRR'])),
			system: { name: 'fts', plugin: { name: 'fts' }, options: {} },
			depth: 10,
			seed: 42,
			legs: [],
			pipeline: undefined,
			facts: {},
			timings: {
				latency: { total: { n: 2, p50: 1, p95: 2, p99: 2, mean: 1.5, max: 2 } },
				indexSeconds: 1,
				indexBytes: 10,
			},
		},
		{ out: path, created: '2026-01-01T00:00:00.000Z' },
	);
}

function readAll(path: string): string {
	const { manifest, ...run } = readRun(path);
	const { content_sha256: _, ...rest } = manifest;
	const rankings = readRankings({ path, manifest }, ['q1', 'q2'], corpusOrder(dataset.corpus));
	return JSON.stringify([rest, run, rankings]);
}

describe('damage to a run folder', () => {
	const path = join(space.path, 'run');
	writeSmall(path);
	const whole = readAll(path);
	const random = randomStream(7, 'flips');

	/** The outcome of reading a damaged folder: the same as whole, or an error that names the folder's file. */
	function expectNothingWrong(name: string): void {
		let found: string;
		try {
			found = readAll(path);
		} catch (error) {
			expect(error).toMatchObject({ name: 'BenchError', code: 'results' });
			expect((error as Error).message).toContain(join(path, name));
			return;
		}
		expect(found).toBe(whole);
	}

	it.each(['manifest.json', 'scores.jsonl', 'summary.json', 'timings.json', 'run.trec'])(
		'%s: no flipped bit and no missing end changes a number',
		(name) => {
			const file = join(path, name);
			const content = readFileSync(file);
			for (let i = 0; i < 100; i++) {
				const changed = Buffer.from(content);
				const at = random.below(content.length);
				changed[at] = (changed[at] as number) ^ (1 << random.below(8));
				writeFileSync(file, changed);
				expectNothingWrong(name);
				writeFileSync(file, content.subarray(0, random.below(content.length)));
				expectNothingWrong(name);
			}
			writeFileSync(file, content);
			expect(readAll(path)).toBe(whole);
		},
	);
});
