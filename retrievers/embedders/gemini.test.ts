import { afterEach, expect, it } from 'vitest';
import { closeServers, numbersFor, open, serve, texts, unitFor } from './testing/hosted.ts';

afterEach(closeServers);

it('speaks batchEmbedContents: 100 requests at most, the key in a header, the role as a task', async () => {
	const server = await serve('GEMINI_BASE_URL', '/v1beta', 'GEMINI_API_KEY', ({ method, path, headers, body }) => {
		if (method !== 'POST' || path !== '/v1beta/models/gemini-embedding-001:batchEmbedContents') return { status: 404 };
		if (headers['x-goog-api-key'] !== 'a-key') return { status: 403 };
		if (body.requests.length > 100) return { status: 400 };
		return {
			body: {
				embeddings: body.requests.map(
					(one: { model: string; content: { parts: { text: string }[] }; outputDimensionality?: number }) => ({
						values: numbersFor(one.content.parts[0]?.text ?? '', one.outputDimensionality ?? 3072),
					}),
				),
			},
		};
	});
	const embedder = await open('gemini:gemini-embedding-001?dims=128');
	const all = texts(101);
	expect(await embedder.embed(all, 'document')).toEqual(all.map((text) => unitFor(text, 128)));
	expect(server.asked.map(({ body }) => body.requests.length).sort()).toEqual([1, 100]);
	expect(server.asked[0]?.body.requests[0]).toMatchObject({
		model: 'models/gemini-embedding-001',
		taskType: 'RETRIEVAL_DOCUMENT',
		outputDimensionality: 128,
	});
	await embedder.embed(['a'], 'query');
	expect(server.asked.at(-1)?.body.requests[0].taskType).toBe('RETRIEVAL_QUERY');
	// It counts nothing: a text that may be too long is unknown, not whole.
	const long = await embedder.embedCounted(['x'.repeat(5000), 'short'], 'document');
	expect(long.map(({ tokens }) => tokens)).toEqual([-1, 0]);
});
