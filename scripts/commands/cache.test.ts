import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../harness/files/package-root.ts';
import { vectorCache } from '../../retrievers/embedders/vector-cache.ts';
import { callBench } from '../testing/call-bench.ts';

const sample = join(packageRoot(), 'data', 'sample');
const pack = join(sample, 'vectors', 'bge-small-en-v1.5');

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'bench-cache-'));
	const cache = vectorCache(join(folder, 'cache'), () => undefined);
	const row = (byte: number) => ({ key: Buffer.alloc(32, byte), vector: new Float32Array(4), tokens: 1 });
	cache.write('local:a dtype=int8', [row(1), row(2)]);
	cache.write('local:b dtype=int8', [row(1)]);
	cache.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('bench cache', () => {
	it('stats: a table, or one object', async () => {
		const { stdout, code } = await callBench(['cache', 'stats'], folder);
		expect(code).toBe(0);
		expect(stdout).toMatch(/local:a +2 .*\nlocal:b +1 /);
		expect(JSON.parse((await callBench(['cache', 'stats', '--json'], folder)).stdout)).toMatchObject({
			path: join('cache', 'vectors.sqlite'),
			embedders: [
				{ embedder: 'local:a dtype=int8', vectors: 2, bytes: 32 },
				{ embedder: 'local:b dtype=int8', vectors: 1, bytes: 16 },
			],
		});
	});

	it('stats of a cache that is not there: none, and none is made', async () => {
		const { stdout, code } = await callBench(['cache', 'stats', '--cache-dir', 'elsewhere'], folder);
		expect({ stdout, code }).toEqual({ stdout: 'elsewhere/vectors.sqlite: no vectors\n', code: 0 });
		expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
	});

	it('clear: says what it would delete, and deletes with --yes', async () => {
		const stats = async () =>
			JSON.parse((await callBench(['cache', 'stats', '--json'], folder)).stdout).embedders.length;
		expect((await callBench(['cache', 'clear', '--embedder', 'local:a'], folder)).stdout).toMatch(
			/local:a +2 [\s\S]*Nothing is deleted yet: add --yes/,
		);
		expect(await stats()).toBe(2);
		expect((await callBench(['cache', 'clear', '--embedder', 'local:a', '--yes'], folder)).stdout).toContain(
			'deleted 2 vectors',
		);
		expect(await stats()).toBe(1);
		expect(JSON.parse((await callBench(['cache', 'clear', '--yes', '--json'], folder)).stdout)).toMatchObject({
			deleted: true,
			vectors: 1,
		});
		expect(await stats()).toBe(0);
	});
});

describe.skipIf(!existsSync(`${pack}.json`))('the sample', () => {
	it('runs dense from its shipped vectors, without model or cache', async () => {
		const args = ['run', '--retriever', 'dense', '--data', 'sample', '--out', 'run', '--json'];
		const { stdout, stderr, code } = await callBench(args, folder, { HF_ENDPOINT: 'http://127.0.0.1:9', PATH: folder });
		expect({ code, stderr: stderr.includes('embedding') }).toEqual({ code: 0, stderr: false });
		expect(JSON.parse(stdout).timings.latency).toHaveProperty('embed (cached)');
		expect(existsSync(join(folder, 'cache', 'models'))).toBe(false);
	});

	it('exports exactly the pack that it ships', async () => {
		const { code } = await callBench(
			['cache', 'export', '--data', 'sample', '--npy', 'out', '--model-dir', 'none'],
			folder,
			{
				HF_ENDPOINT: 'http://127.0.0.1:9',
				PATH: folder,
			},
		);
		expect(code).toBe(0);
		for (const end of ['.json', '.npy'])
			expect(readFileSync(join(folder, 'out', `bge-small-en-v1.5${end}`)).equals(readFileSync(pack + end))).toBe(true);
	});
});
