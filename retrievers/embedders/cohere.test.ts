import { afterEach, expect, it } from 'vitest';
import { closeServers, numbersFor, open, serve, texts, tokensOf, unitFor } from './testing/hosted.ts';

afterEach(closeServers);

it('speaks v2 /embed: 96 texts a request, input_type by role, the type that was asked for', async () => {
	const server = await serve('COHERE_BASE_URL', '/v2', 'COHERE_API_KEY', ({ method, path, headers, body }) => {
		if (method !== 'POST' || path !== '/v2/embed') return { status: 404 };
		if (headers.authorization !== 'Bearer a-key') return { status: 401 };
		if (body.texts.length > 96 || body.embedding_types.length !== 1 || body.truncate !== 'END') return { status: 400 };
		return {
			body: {
				id: 'x',
				embeddings: {
					[body.embedding_types[0]]: body.texts.map((text: string) => numbersFor(text, body.output_dimension ?? 1536)),
				},
				texts: body.texts,
				meta: { billed_units: { input_tokens: tokensOf(body.texts) } },
			},
		};
	});
	const embedder = await open('cohere:embed-v4.0?dims=256&dtype=int8');
	const all = texts(200);
	expect(await embedder.embed(all, 'document')).toEqual(all.map((text) => unitFor(text, 256)));
	expect(server.asked.map(({ body }) => body.texts.length).sort((x, y) => x - y)).toEqual([8, 96, 96]);
	expect(server.asked[0]?.body).toMatchObject({
		model: 'embed-v4.0',
		input_type: 'search_document',
		embedding_types: ['int8'],
		output_dimension: 256,
	});
	await embedder.embed(['a'], 'query');
	expect(server.asked.at(-1)?.body.input_type).toBe('search_query');
	expect((await open('cohere:embed-english-v3.0')).dimensions).toBe(1024);
});
