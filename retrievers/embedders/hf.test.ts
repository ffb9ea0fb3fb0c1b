import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseHfSpec } from './hf-spec.ts';
import { openEmbedder } from './index.ts';
import { hubServer } from './testing/hub-server.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'hf-'));
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, { recursive: true, force: true });
});

const context = (modelDirectory?: string) => ({
	cacheDirectory: folder,
	...(modelDirectory === undefined ? {} : { modelDirectory }),
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	note: () => undefined,
});

const FILES: Readonly<Record<string, string>> = {
	'config.json': '{"model_type":"bert","hidden_size":32,"max_position_embeddings":64}',
	'tokenizer.json': '{}',
	'tokenizer_config.json': '{"model_max_length":1000000000000000019884624838656}',
	'onnx/model_quantized.onnx': 'weights',
	'1_Pooling/config.json':
		'{"word_embedding_dimension":32,"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}',
	'config_sentence_transformers.json': '{"prompts":{"query":"query: ","document":"passage: "}}',
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('a spec', () => {
	it('says as little or as much as it likes', () => {
		expect(parseHfSpec('owner/model')).toEqual({
			repository: 'owner/model',
			revision: 'main',
			dtype: 'fp32',
			modelFile: 'onnx/model.onnx',
		});
		expect(
			parseHfSpec(
				'o/m@v1.0?dtype=q8&pooling=last&query_prefix=a+b %26 c=: &document_prefix=&max_tokens=256&dims=64&vectors=int8',
			),
		).toEqual({
			repository: 'o/m',
			revision: 'v1.0',
			dtype: 'q8',
			modelFile: 'onnx/model_quantized.onnx',
			pooling: 'last',
			queryPrefix: 'a+b & c=: ',
			documentPrefix: '',
			maxTokens: 256,
			dimensions: 64,
			vectors: 'int8',
		});
		expect(parseHfSpec('o/m?file=model.onnx')).toMatchObject({ dtype: 'unknown', modelFile: 'model.onnx' });
	});

	it.each([
		['model', 'names no model'],
		['../etc', 'names no model'],
		['o/m?poling=mean', 'no option "poling"'],
		['o/m?pooling', '"pooling" is not of the form option=value'],
		['o/m?pooling=max', 'pooling takes auto, cls, mean, last or model'],
		['o/m?dtype=int4', 'dtype takes fp32, fp16'],
		['o/m?max_tokens=many', 'max_tokens takes 0 or a whole number from 1'],
		['o/m?query_prefix=%', '%25'],
		['o/m?file=../../secret.onnx', 'file takes an .onnx file'],
	])('%s is refused', (spec, message) => {
		expect(() => parseHfSpec(spec)).toThrow(message);
	});
});

describe('a model of the hub', () => {
	it('is fetched once; its files say how it wants to be used', async () => {
		const server = await hubServer('owner/model', FILES);
		vi.stubEnv('HF_ENDPOINT', server.address);
		const first = await openEmbedder('hf:owner/model?dtype=q8', context());
		const asked = server.asked.length;
		const second = await openEmbedder('hf:owner/model?dtype=q8', context());
		await server.close();
		expect(server.asked).toHaveLength(asked);
		expect(second.id).toBe(first.id);
		expect(first.id).toBe(
			`hf:owner/model weights=${sha256('weights')} tokenizer=${sha256('{}')} dtype=q8 pooling=cls query_prefix="query: " document_prefix="passage: " max_tokens=64 dimensions=32`,
		);
	});

	it('in a folder needs no hub, and what the spec says comes first', async () => {
		for (const [path, content] of Object.entries(FILES)) {
			mkdirSync(dirname(join(folder, 'own/owner/model', path)), { recursive: true });
			writeFileSync(join(folder, 'own/owner/model', path), content);
		}
		const spec = 'hf:owner/model?dtype=q8&pooling=mean&query_prefix=&max_tokens=32&dimensions=16';
		const embedder = await openEmbedder(spec, context(join(folder, 'own')));
		expect(embedder.id).toContain(
			'pooling=mean query_prefix="" document_prefix="passage: " max_tokens=32 dimensions=16',
		);
		writeFileSync(join(folder, 'own/owner/model/onnx/model_quantized.onnx'), 'other weights');
		expect((await openEmbedder(spec, context(join(folder, 'own')))).id).not.toBe(embedder.id);
	});

	it.each([
		['that does not say its pooling', { '1_Pooling/config.json': '{}' }, 'do not say its pooling'],
		[
			'with a layer after pooling',
			{ 'modules.json': '[{"type":"sentence_transformers.models.Dense"}]' },
			'dense layer',
		],
	])('%s is an error, not a guess', async (_, changed, message) => {
		const server = await hubServer('owner/model', { ...FILES, ...changed } as Record<string, string>);
		vi.stubEnv('HF_ENDPOINT', server.address);
		await expect(openEmbedder('hf:owner/model?dtype=q8', context())).rejects.toThrow(message);
		await server.close();
	});

	it('without the file that is asked for is an error that says which', async () => {
		const server = await hubServer('owner/model', FILES);
		vi.stubEnv('HF_ENDPOINT', server.address);
		await expect(openEmbedder('hf:owner/model', context())).rejects.toMatchObject({
			code: 'model',
			message: expect.stringContaining('has no onnx/model.onnx'),
			hint: expect.stringContaining('dtype=q8'),
		});
		await server.close();
	});

	it('whose weights changed on disk is not loaded', async () => {
		const server = await hubServer('owner/model', FILES);
		vi.stubEnv('HF_ENDPOINT', server.address);
		const embedder = await openEmbedder('hf:owner/model?dtype=q8', context());
		await server.close();
		writeFileSync(join(folder, 'models/owner--model@main/onnx/model_quantized.onnx'), 'other');
		await expect(embedder.load()).rejects.toThrow('is not the file that was fetched');
	});

	it('that can not be reached names the ways out', async () => {
		const server = await hubServer('owner/model', FILES);
		await server.close();
		vi.stubEnv('HF_ENDPOINT', server.address);
		await expect(openEmbedder('hf:owner/model', context())).rejects.toMatchObject({
			hint: expect.stringContaining('--model-dir'),
		});
	});
});
