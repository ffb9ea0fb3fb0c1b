import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../harness/files/package-root.ts';
import type { TextEmbedder } from './embedding.ts';
import { openEmbedder } from './index.ts';

const cacheDirectory = join(packageRoot(), 'cache');
const here = existsSync(join(cacheDirectory, 'models', 'bge-small-en-v1.5', 'onnx', 'model_quantized.onnx'));

/** Reference values: Python's onnxruntime 1.31.1 and tokenizers 0.23.3 over the same files. */
describe.skipIf(!here)('bge-small-en-v1.5 (`bench model fetch bge-small-en-v1.5` brings it)', () => {
	let embedder: TextEmbedder;
	beforeAll(async () => {
		embedder = await openEmbedder('bge-small-en-v1.5', {
			cacheDirectory,
			progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
			note: () => undefined,
		});
	});
	afterAll(() => embedder.close?.());

	it.each([
		['document', 'The boiler is serviced every October by Ines.', [0.02718, -0.01698, 0.03375, 0.00355, 0.04056], 12],
		['query', 'Who looks after the heating?', [0.03484, 0.04155, 0.01846, -0.01079, 0.10991], 16],
		['document', "Straße – naïve café 東京 😀 it's", [0.00838, -0.01715, 0.02801, 0.02187, 0.03033], 13],
		['document', 'boiler '.repeat(900), [0.03328, 0.0102, 0.00245, -0.06159, 0.04707], 902],
	] as const)('embeds a %s as an independent implementation does', async (role, text, expected, tokens) => {
		const [found] = await embedder.embedCounted([text], role);
		expect(found?.vector).toHaveLength(384);
		// Processors differ in the last bits of int8 products; a wrong prefix or pooling is off by far more.
		for (const [i, value] of expected.entries()) expect(found?.vector[i]).toBeCloseTo(value, 2);
		expect(found?.tokens).toBe(tokens);
		expect(dot(found?.vector, found?.vector)).toBeCloseTo(1, 5);
	});

	it('puts questions nearest to their answers', async () => {
		const questions = await embedder.embed(['How is bread made to rise?', 'What is the capital of France?'], 'query');
		const answers = await embedder.embed(
			['Yeast ferments sugar in the dough, and the gas lifts it.', 'Paris has been the seat of government since 987.'],
			'document',
		);
		for (const [i, question] of questions.entries())
			expect(dot(question, answers[i])).toBeGreaterThan(dot(question, answers[1 - i]) + 0.05);
	});

	it('gives a text the same bits whichever texts stand beside it', async () => {
		const texts = ['short', 'a somewhat longer text about boilers', 'x '.repeat(300), ''];
		const together = await embedder.embed(texts, 'document');
		const alone = await Promise.all(texts.map(async (text) => (await embedder.embed([text], 'document'))[0]));
		expect(together).toEqual(alone);
	});

	it('survives hostile texts', async () => {
		const texts = ['\0', '\ud800', '"', '[CLS] [SEP]', '😀'.repeat(2000), 'word '.repeat(20_000)];
		for (const vector of await embedder.embed(texts, 'query')) expect(dot(vector, vector)).toBeCloseTo(1, 5);
	});

	it('names everything that its vectors depend on', () => {
		expect(embedder.id).toBe(
			'local:bge-small-en-v1.5 weights=6c9c6101a956d62d tokenizer=d241a60d5e8f04cc dtype=int8 pooling=cls query_prefix="Represent this sentence for searching relevant passages: " document_prefix="" max_tokens=512 dimensions=384',
		);
	});
});

function dot(x: Float32Array | undefined, y: Float32Array | undefined): number {
	let sum = 0;
	for (const [i, value] of (x ?? new Float32Array()).entries()) sum += value * (y?.[i] ?? Number.NaN);
	return sum;
}
