import { afterEach, expect, it } from 'vitest';
import { closeServers, numbersFor, open, serve, texts, unitFor } from './testing/hosted.ts';

afterEach(closeServers);

const INFO = {
	model_id: 'BAAI/bge-base-en-v1.5',
	model_sha: 'abc123',
	model_dtype: 'float16',
	model_type: { embedding: { pooling: 'cls' } },
	max_input_length: 512,
	max_batch_tokens: 16_384,
	max_client_batch_size: 32,
};

const teiApi = () =>
	serve('TEI_BASE_URL', '', 'TEI_API_KEY', ({ method, path, body }) => {
		if (method === 'GET' && path === '/info') return { body: INFO };
		if (method !== 'POST') return { status: 405 };
		if (path === '/tokenize')
			return { body: body.inputs.map((text: string) => text.split(' ').map((word, id) => ({ id, text: word }))) };
		if (path !== '/embed') return { status: 404 };
		if (body.inputs.length > 32) return { status: 422, body: { error: 'batch size > maximum allowed batch size 32' } };
		return { body: body.inputs.map((text: string) => numbersFor(text, 768)) };
	});

it('asks the server what it runs, keeps to its limits and counts with its tokenizer', async () => {
	const server = await teiApi();
	const embedder = await open('tei:BAAI/bge-base-en-v1.5?dims=768&query_prefix=find: ');
	expect(embedder.id).toBe(
		`tei:BAAI/bge-base-en-v1.5 server=${server.host}/ weights=abc123 dtype=float16 pooling=cls query_prefix="find: " document_prefix="" max_tokens=512 dimensions=768`,
	);
	expect(embedder.maxTokens).toBe(512);
	const all = texts(70);
	expect(await embedder.embed(all, 'document')).toEqual(all.map((text) => unitFor(text, 768)));
	expect(await embedder.embed(['a'], 'query')).toEqual([unitFor('find: a', 768)]);
	const batches = server.asked.filter(({ path }) => path === '/embed').map(({ body }) => body.inputs.length);
	expect(batches.sort((x, y) => x - y)).toEqual([1, 6, 32, 32]);

	const counted = await embedder.embedCounted(
		['a b', 'word '.repeat(600).trim(), 'lengthy '.repeat(100).trim()],
		'document',
	);
	expect(counted.map(({ tokens }) => tokens)).toEqual([0, 600, 100]);
});

it('that runs another model is an error', async () => {
	await teiApi();
	await expect(open('tei:BAAI/bge-small-en-v1.5?dims=384')).rejects.toMatchObject({
		message: expect.stringContaining('does not run this model'),
		hint: expect.stringContaining('tei:BAAI/bge-base-en-v1.5'),
	});
});
