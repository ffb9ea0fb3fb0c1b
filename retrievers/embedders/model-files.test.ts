import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { zipOf } from '../../harness/testing/zip.ts';
import type { CatalogueModel } from './model-catalogue.ts';
import { ensureModel, modelSources } from './model-files.ts';
import { folder as folderSource } from './sources/folder.ts';
import { hub } from './sources/hub.ts';
import { maven } from './sources/maven.ts';
import { zipEntry } from './sources/zip.ts';
import { hubServer } from './testing/hub-server.ts';

const WEIGHTS = Buffer.from('weights '.repeat(1000));
const TOKENIZER = Buffer.from('{"words": []}');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const model: CatalogueModel = {
	name: 'tiny',
	summary: 'for tests',
	license: 'none',
	settings: { dtype: 'int8', pooling: 'cls', queryPrefix: '', documentPrefix: '', maxTokens: 8, dimensions: 4 },
	modelFile: 'onnx/model.onnx',
	files: [
		{ path: 'onnx/model.onnx', bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) },
		{ path: 'tokenizer.json', bytes: TOKENIZER.length, sha256: sha256(TOKENIZER) },
	],
	written: { 'config.json': '{"model_type":"bert"}\n' },
	hub: { repository: 'owner/tiny', revision: 'main' },
	maven: { coordinates: 'group:tiny:1', entries: { 'onnx/model.onnx': 'tiny.onnx', 'tokenizer.json': 'tiny.json' } },
};

let folder: string;
let notes: string[];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'model-'));
	notes = [];
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true, force: true });
});

const context = () => ({
	cacheDirectory: join(folder, 'cache'),
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	note: (message: string) => notes.push(message),
});

function writeFiles(directory: string, files: Readonly<Record<string, Buffer>>): string {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(directory, path)), { recursive: true });
		writeFileSync(join(directory, path), content);
	}
	return directory;
}

const listing = (directory: string) => (readdirSync(directory, { recursive: true }) as string[]).sort();

describe('a folder', () => {
	it.each([
		['as on the hub, under the model name', { 'tiny/onnx/model.onnx': WEIGHTS, 'tiny/tokenizer.json': TOKENIZER }],
		['flat', { 'model.onnx': WEIGHTS, 'tokenizer.json': TOKENIZER }],
		['as in the jar', { 'tiny.onnx': WEIGHTS, 'tiny.json': TOKENIZER }],
	])('%s gives the model, with the files that we write', async (_, files) => {
		const own = writeFiles(join(folder, 'own'), files as unknown as Record<string, Buffer>);
		const directory = await ensureModel(model, context(), [folderSource(own)]);
		expect(listing(directory)).toEqual(['config.json', 'onnx', 'onnx/model.onnx', 'tokenizer.json']);
		expect(readFileSync(join(directory, 'onnx/model.onnx'))).toEqual(WEIGHTS);
		expect(listing(join(folder, 'cache', 'models'))).not.toContainEqual(expect.stringContaining('.tmp'));
	});

	it('is asked first where the user names one', () => {
		expect(modelSources({ modelDirectory: '/own' }).map(({ name }) => name)).toEqual(['/own', 'hub', 'maven']);
		expect(modelSources({}).map(({ name }) => name)).toEqual(['hub', 'maven']);
	});

	it('with a file that is not the pinned one is refused, and leaves nothing behind', async () => {
		const own = writeFiles(join(folder, 'own'), { 'model.onnx': Buffer.from('evil'), 'tokenizer.json': TOKENIZER });
		await expect(ensureModel(model, context(), [folderSource(own)])).rejects.toMatchObject({
			code: 'model',
			message: expect.stringContaining('onnx/model.onnx is not the pinned file'),
			hint: expect.stringContaining('--model-dir'),
		});
		expect(listing(join(folder, 'cache'))).toEqual(['models']);
	});
});

it('a damaged file in the cache is noticed and fetched anew', async () => {
	const own = writeFiles(join(folder, 'own'), { 'model.onnx': WEIGHTS, 'tokenizer.json': TOKENIZER });
	const directory = await ensureModel(model, context(), [folderSource(own)]);
	writeFileSync(join(directory, 'onnx/model.onnx'), WEIGHTS.subarray(0, 100));
	await ensureModel(model, context(), [folderSource(own)]);
	expect(readFileSync(join(directory, 'onnx/model.onnx'))).toEqual(WEIGHTS);
	expect(notes).toEqual([expect.stringContaining('onnx/model.onnx is damaged')]);
});

it('a whole model asks no source', async () => {
	const own = writeFiles(join(folder, 'own'), { 'model.onnx': WEIGHTS, 'tokenizer.json': TOKENIZER });
	const directory = await ensureModel(model, context(), [folderSource(own)]);
	expect(await ensureModel(model, context(), [])).toBe(directory);
});

describe('the hub', () => {
	it('gives the model', async () => {
		const server = await hubServer('owner/tiny', { 'onnx/model.onnx': WEIGHTS, 'tokenizer.json': TOKENIZER });
		vi.stubEnv('HF_ENDPOINT', server.address);
		const directory = await ensureModel(model, context(), [hub]);
		await server.close();
		expect(readFileSync(join(directory, 'onnx/model.onnx'))).toEqual(WEIGHTS);
	});

	it('that does not answer passes the word to the next source', async () => {
		const server = await hubServer('owner/tiny', {});
		await server.close();
		vi.stubEnv('HF_ENDPOINT', server.address);
		const own = writeFiles(join(folder, 'own'), { 'model.onnx': WEIGHTS, 'tokenizer.json': TOKENIZER });
		await ensureModel(model, context(), [hub, folderSource(own)]);
	});

	it('and everything else unreachable is an error that names each answer', async () => {
		const server = await hubServer('owner/tiny', {});
		await server.close();
		vi.stubEnv('HF_ENDPOINT', server.address);
		vi.stubEnv('PATH', folder);
		await expect(ensureModel(model, context())).rejects.toMatchObject({
			message: expect.stringMatching(/hub: the hub can't be reached \(ECONNREFUSED\)\nmaven: there is no mvn command/),
		});
	});
});

describe.skipIf(process.platform === 'win32')('maven', () => {
	/** An `mvn` that copies a jar to where it is told, as the real one does. */
	function client(jar: Buffer): void {
		writeFiles(folder, { 'tiny-1.jar': jar });
		const script = join(folder, 'bin', 'mvn');
		const copy = `for word in "$@"; do case "$word" in -DoutputDirectory=*) mkdir -p "\${word#*=}"; cp "${folder}/tiny-1.jar" "\${word#*=}";; esac; done`;
		writeFiles(join(folder, 'bin'), { mvn: Buffer.from(`#!/bin/sh\n${copy}\n`) });
		chmodSync(script, 0o755);
		vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env.PATH}`);
	}

	it('gives the model from the jar', async () => {
		client(await zipOf({ 'tiny.onnx': WEIGHTS, 'tiny.json': TOKENIZER }));
		const directory = await ensureModel(model, context(), [maven]);
		expect(readFileSync(join(directory, 'onnx/model.onnx'))).toEqual(WEIGHTS);
		expect(listing(directory)).not.toContainEqual(expect.stringContaining('jar'));
	});

	it('with a jar that lacks a file is no source', async () => {
		client(await zipOf({ 'tiny.onnx': WEIGHTS }));
		await expect(ensureModel(model, context(), [maven])).rejects.toThrow('tiny-1.jar has no tiny.json');
	});
});

it('zip entries are read, stored and deflated', async () => {
	const archive = await zipOf({ a: Buffer.from('first'), 'b/c': WEIGHTS }, (name) => name !== 'a');
	expect(zipEntry(archive, 'a')?.toString()).toBe('first');
	expect(zipEntry(archive, 'b/c')).toEqual(WEIGHTS);
	expect(zipEntry(archive, 'c')).toBeUndefined();
	expect(() => zipEntry(Buffer.from('no archive'), 'a')).toThrow('not a zip archive');
});
