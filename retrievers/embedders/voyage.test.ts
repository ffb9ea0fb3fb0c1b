import { afterEach, expect, it } from 'vitest';
import { bits, closeServers, numbersFor, open, serve, texts, tokensOf, unitFor } from './testing/hosted.ts';

afterEach(closeServers);

/** Voyage's /embeddings as documented: at most 1,000 inputs; output_dtype; truncation; usage. */
const voyageApi = () =>
	serve('VOYAGE_BASE_URL', '/v1', 'VOYAGE_API_KEY', ({ method, path, headers, body }) => {
		if (method !== 'POST' || path !== '/v1/embeddings') return { status: 404 };
		if (headers.authorization !== 'Bearer a-key') return { status: 401 };
		if (body.input.length > 1000 || !['query', 'document', undefined].includes(body.input_type)) return { status: 400 };
		const dims = body.output_dimension ?? 1024;
		const sent = (text: string) =>
			body.output_dtype === 'ubinary' ? bits(numbersFor(text, dims)) : numbersFor(text, dims);
		return {
			body: {
				object: 'list',
				data: body.input
					.map((text: string, index: number) => ({ object: 'embedding', embedding: sent(text), index }))
					.reverse(),
				model: body.model,
				usage: { total_tokens: Math.min(tokensOf(body.input), 32_000 * body.input.length) },
			},
		};
	});

it('sends role, length and type; keeps to 1,000 texts a request; the order is that of index', async () => {
	const server = await voyageApi();
	const embedder = await open('voyage:voyage-3.5?dims=256&dtype=int8');
	const all = texts(1001);
	const vectors = await embedder.embed(all, 'document');
	expect(vectors).toEqual(all.map((text) => unitFor(text, 256)));
	expect(server.asked.map(({ body }) => body.input.length).sort()).toEqual([1, 1000]);
	expect(server.asked[0]?.body).toMatchObject({
		model: 'voyage-3.5',
		input_type: 'document',
		truncation: true,
		output_dimension: 256,
		output_dtype: 'int8',
	});
	await embedder.embed(['a'], 'query');
	expect(server.asked.at(-1)?.body.input_type).toBe('query');
	expect(embedder.id).toBe(`voyage:voyage-3.5 server=${server.host}/v1/ input_type=role dtype=int8 dimensions=256`);
});

it('reads packed bits: a set bit is +, another -', async () => {
	await voyageApi();
	const [vector] = await (await open('voyage:voyage-3.5?dims=16&dtype=binary')).embed(['some text'], 'document');
	expect(vector).toEqual(Float32Array.from(numbersFor('some text', 16), (value) => (value > 0 ? 0.25 : -0.25)));
});

it('counts a text that the service cut, and only that one', async () => {
	await voyageApi();
	const embedder = await open('voyage:voyage-3.5?dims=8');
	const found = await embedder.embedCounted(['short', 'x'.repeat(40_000), 'x'.repeat(200_000)], 'document');
	expect(found.map(({ tokens }) => tokens)).toEqual([0, 10_000, 32_001]);
});
