import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'bench-model-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** No hub, no mvn. */
const NOWHERE = { HF_ENDPOINT: 'http://127.0.0.1:9', PATH: '/nonexistent' };

describe('bench model', () => {
	it('list: the models, whether they are here, and the sources', async () => {
		const { stdout, code } = await callBench(['model', 'list'], folder);
		expect(code).toBe(0);
		expect(stdout).toMatch(/bge-small-en-v1\.5 +English, 384 dimensions, int8 \(the default\) +MIT +35 +no\n/);
		expect(stdout).toContain('sources, in the order they are asked');
		expect(JSON.parse((await callBench(['model', 'list', '--json'], folder)).stdout)).toMatchObject({
			models: expect.arrayContaining([
				expect.objectContaining({ name: 'bge-small-en-v1.5', default: true, dimensions: 384, state: 'no' }),
				expect.objectContaining({ name: 'e5-small-v2-q', default: false }),
			]),
			sources: [{ name: 'hub' }, { name: 'maven' }],
		});
	});

	it('fetch: no source is an error that names each answer and the ways out', async () => {
		const { stdout, stderr, code } = await callBench(['model', 'fetch', 'bge-small-en-v1.5'], folder, NOWHERE);
		expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
		expect(stderr).toContain("hub: the hub can't be reached");
		expect(stderr).toContain('maven: there is no mvn command');
		expect(stderr).toContain('--model-dir <folder>');
		expect(stderr).not.toContain('    at ');
	});

	it.each([
		[['bge-smal-en'], 'Did you mean bge-small-en-q or bge-small-en-v1.5'],
		[['bge-small-en-v1.5', '--from', 'nowhere'], 'there is no such source, and no such folder'],
		[['hf:owner/model', '--from', 'maven'], 'has only the built-in models'],
		[['hf:owner/model'], "owner/model can't be fetched"],
		[['hf:model'], 'hf:model names no model'],
	])('fetch %j is refused in plain words', async (args, message) => {
		const { stderr, code } = await callBench(['model', 'fetch', ...args], folder, NOWHERE);
		expect(code).toBe(2);
		expect(stderr).toContain(message);
		expect(stderr).not.toContain('    at ');
	});
});

it('a dense run without any source ends in that error, and leaves no run behind', async () => {
	const data = join(folder, 'data');
	const { stderr, code } = await callBench(
		['run', '--retriever', 'dense', '--data', 'sample', '--embedder', 'hf:owner/model', '--out', 'run'],
		folder,
		NOWHERE,
	);
	expect(code).toBe(2);
	expect(stderr).toContain('--model-dir');
	expect(existsSync(join(folder, 'run'))).toBe(false);
	expect(existsSync(data)).toBe(false);
});
