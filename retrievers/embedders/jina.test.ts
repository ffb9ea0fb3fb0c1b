import { afterEach, expect, it } from 'vitest';
import { bits, closeServers, numbersFor, open, serve, unitFor } from './testing/hosted.ts';

afterEach(closeServers);

it('sends the task of the role; models without tasks get none, and no length', async () => {
	const server = await serve('JINA_BASE_URL', '/v1', 'JINA_API_KEY', ({ method, path, headers, body }) => {
		if (method !== 'POST' || path !== '/v1/embeddings') return { status: 404 };
		if (headers.authorization !== 'Bearer a-key') return { status: 401 };
		if (body.model.includes('v2') && (body.task !== undefined || body.dimensions !== undefined)) return { status: 422 };
		const numbers = (text: string) => numbersFor(text, body.dimensions ?? (body.model.includes('v2') ? 768 : 1024));
		return {
			body: {
				model: body.model,
				data: body.input.map((text: string, index: number) => ({
					index,
					embedding: body.embedding_type === 'ubinary' ? bits(numbers(text)) : numbers(text),
				})),
				usage: { total_tokens: 5, prompt_tokens: 5 },
			},
		};
	});
	const embedder = await open('jina:jina-embeddings-v3?dims=64');
	expect(await embedder.embed(['a', 'b'], 'document')).toEqual([unitFor('a', 64), unitFor('b', 64)]);
	await embedder.embed(['a'], 'query');
	expect(server.asked.map(({ body }) => body.task)).toEqual(['retrieval.passage', 'retrieval.query']);
	expect(server.asked[0]?.body).toMatchObject({ dimensions: 64, embedding_type: 'float', truncate: true });
	expect(await (await open('jina:jina-embeddings-v2-base-en')).embed(['a'], 'query')).toEqual([unitFor('a', 768)]);
	const [packed] = await (await open('jina:jina-embeddings-v3?dims=16&dtype=binary')).embed(['a'], 'query');
	expect(packed).toEqual(Float32Array.from(numbersFor('a', 16), (value) => (value > 0 ? 0.25 : -0.25)));
	await expect(open('jina:jina-embeddings-v2-base-en?dims=64')).rejects.toThrow('no shorter form');
});
