import { afterEach, expect, it } from 'vitest';
import { closeServers, numbersFor, open, serve, unitFor } from './testing/hosted.ts';

afterEach(closeServers);

const ollamaApi = () =>
	serve('OLLAMA_BASE_URL', '', 'OLLAMA_API_KEY', ({ path, body }) => {
		if (path === '/api/tags') return { body: { models: [{ name: 'nomic-embed-text:latest', digest: '0a109f' }] } };
		if (path === '/api/show')
			return body.model === 'nomic-embed-text'
				? { body: { model_info: { 'nomic-bert.context_length': 2048, 'nomic-bert.embedding_length': 768 } } }
				: { status: 404 };
		if (path !== '/api/embed') return { status: 404 };
		const tokens = body.input.reduce((sum: number, text: string) => sum + Math.min(2048, text.split(' ').length), 0);
		return {
			body: { embeddings: body.input.map((text: string) => numbersFor(text, 768)), prompt_eval_count: tokens },
		};
	});

it('learns length, window and digest from the server; a cut text is counted', async () => {
	const server = await ollamaApi();
	const embedder = await open('ollama:nomic-embed-text?query_prefix=search_query: ');
	expect(embedder.dimensions).toBe(768);
	expect(embedder.id).toContain(' weights=0a109f ');
	expect(await embedder.embed(['a'], 'query')).toEqual([unitFor('search_query: a', 768)]);
	const counted = await embedder.embedCounted(['a b', 'w '.repeat(1500).trim(), 'w '.repeat(3000).trim()], 'document');
	expect(counted.map(({ tokens }) => tokens)).toEqual([0, 1500, 2049]);
	expect(server.asked.at(-1)?.body).toMatchObject({ model: 'nomic-embed-text', truncate: true });
});

it('that does not have the model is an error', async () => {
	await ollamaApi();
	await expect(open('ollama:other')).rejects.toMatchObject({
		code: 'network',
		message: expect.stringContaining('404'),
	});
});
