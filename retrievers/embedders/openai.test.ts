import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, ApiServer, Asked } from '../hosted/testing/api-server.ts';
import { closeServers, numbersFor, open, serve, texts, unitFor } from './testing/hosted.ts';

let server: ApiServer;
/** In turn, the last one again and again. */
let answers: ((asked: Asked) => Answer)[];

/** OpenAI's /embeddings as documented. */
const documented = ({ path, method, headers, body }: Asked): Answer => {
	if (method !== 'POST' || path !== '/v1/embeddings') return { status: 404 };
	if (headers.authorization !== 'Bearer a-key') return { status: 401 };
	const tokens = (text: string) => Math.ceil(text.length / 4);
	const total = body.input.reduce((sum: number, text: string) => sum + tokens(text), 0);
	if (body.input.length > 2048 || total > 300_000 || body.input.some((text: string) => tokens(text) > 8192))
		return { status: 400 };
	const data = body.input.map((text: string, index: number) => {
		const numbers = numbersFor(text, body.dimensions ?? 1536);
		const embedding =
			body.encoding_format === 'base64' ? Buffer.from(Float32Array.from(numbers).buffer).toString('base64') : numbers;
		return { object: 'embedding', index, embedding };
	});
	return { body: { data: data.reverse(), usage: { prompt_tokens: total, total_tokens: total } } };
};

beforeEach(async () => {
	answers = [documented];
	server = await serve('OPENAI_BASE_URL', '/v1', 'OPENAI_API_KEY', (asked) =>
		((answers.length > 1 ? answers.shift() : answers[0]) as (typeof answers)[0])(asked),
	);
});
afterEach(closeServers);

describe('an OpenAI-compatible server', () => {
	it.each(['base64', 'float'])(
		'is asked with prefix and key; %s vectors come back normalised and in order',
		async (encoding) => {
			const embedder = await open(`openai:some/model?dims=3&query_prefix=query: &encoding=${encoding}`);
			expect(await embedder.embed(['ab', 'c'], 'query')).toEqual([unitFor('query: ab', 3), unitFor('query: c', 3)]);
			expect(server.asked).toMatchObject([
				{
					path: '/v1/embeddings',
					headers: { authorization: 'Bearer a-key' },
					body: { model: 'some/model', input: ['query: ab', 'query: c'], dimensions: 3, encoding_format: encoding },
				},
			]);
			expect(embedder.sendsTo).toBe(server.host);
			expect(embedder.id).toBe(
				`openai:some/model server=${server.host}/v1/ query_prefix="query: " document_prefix="" dimensions=3`,
			);
		},
	);

	it('gets at most 2,048 texts and 300,000 tokens a request', async () => {
		const embedder = await open('openai:text-embedding-3-small?dims=8');
		const many = texts(2050);
		expect(await embedder.embed(many, 'document')).toEqual(many.map((text) => unitFor(text, 8)));
		expect(server.asked.map(({ body }) => body.input.length).sort((x, y) => x - y)).toEqual([2, 2048]);
		const long = Array.from({ length: 150 }, (_, i) => `${i}${'x'.repeat(8000)}`);
		await embedder.embed(long, 'document');
		for (const { body } of server.asked.slice(2))
			expect(body.input.reduce((sum: number, text: string) => sum + text.length / 3, 0)).toBeLessThanOrEqual(300_000);
	});

	it('that refuses a text for its length gets a shorter one, and it is counted as cut', async () => {
		const embedder = await open('openai:text-embedding-3-small?dims=8');
		const found = await embedder.embedCounted(['short', 'y'.repeat(60_000), 'y'.repeat(20_000)], 'document');
		expect(found.map(({ tokens }) => tokens)).toEqual([0, 8193, 5000]);
		// 60,000, 45,000 and 33,750 characters are too many.
		expect(found[1]?.vector).toEqual(unitFor('y'.repeat(25_312), 8));
	});

	it('that refuses a batch gets its halves', async () => {
		answers = [(asked) => (asked.body.input.length > 1 ? { status: 413 } : documented(asked))];
		const all = texts(5);
		expect(await (await open('openai:m?dims=3')).embed(all, 'document')).toEqual(all.map((text) => unitFor(text, 3)));
	});

	it('needs no length for a model whose length is known', async () => {
		expect((await open('openai:text-embedding-3-large')).dimensions).toBe(3072);
		await (await open('openai:text-embedding-ada-002')).embed(['a'], 'query');
		expect(server.asked[0]?.body).not.toHaveProperty('dimensions');
	});

	it.each([
		['refuses the key', { status: 401, body: { error: 'my secret text' } }, 'answered 401', 'OPENAI_API_KEY'],
		['does not know the model', { status: 404, body: {} }, 'answered 404', 'unknown'],
		['refuses the text', { status: 400, body: { error: 'my secret text' } }, 'answered 400', 'too long'],
		['answers nonsense', { body: 'hello' }, 'did not answer with one vector', 'dims'],
		['answers with nothing in it', { body: { data: [null] } }, 'did not answer with one vector', 'dims'],
		['gives other lengths', { body: { data: [{ index: 0, embedding: [1, 2] }] } }, 'vector of 3', 'dims'],
		['gives no number', { body: { data: [{ index: 0, embedding: [1, null, 2] }] } }, 'vector of 3', 'dims'],
		['gives the zero vector', { body: { data: [{ index: 0, embedding: [0, 0, 0] }] } }, 'vector of 3', 'dims'],
		['gives NaN in base64', { body: { data: [{ embedding: 'AADAfwAAgD8AAIA/' }] } }, 'vector of 3', 'dims'],
		['leaves a text out', { body: { data: [] } }, 'did not answer with one vector', 'dims'],
	])('that %s is an error that shows no text', async (_, answer, message, hint) => {
		answers = [() => answer];
		const embedding = (await open('openai:m?dims=3')).embed(['my secret text'], 'document');
		await expect(embedding).rejects.toMatchObject({
			code: 'network',
			message: expect.stringContaining(message),
			hint: expect.stringContaining(hint),
		});
		await expect(embedding).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
	});

	it('that is not there is an error that names it', async () => {
		vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
		await expect((await open('openai:m?dims=3')).embed(['a'], 'document')).rejects.toMatchObject({
			message: expect.stringContaining("127.0.0.1:9 can't be reached"),
		});
	});
});

describe('a spec', () => {
	it.each([
		['openai:', 'names no model'],
		['openai:m', 'dims takes the length of its vectors'],
		['openai:m?dims=0', 'dims takes the length'],
		['openai:m?dimension=3', 'no option "dimension"'],
	])('%s is refused', async (spec, message) => {
		await expect(open(spec)).rejects.toThrow(message);
	});

	it('takes the earlier name of dims', async () => {
		expect((await open('openai:m?dimensions=3')).dimensions).toBe(3);
	});

	it('needs a key, or an address', async () => {
		vi.stubEnv('OPENAI_BASE_URL', undefined);
		vi.stubEnv('OPENAI_API_KEY', undefined);
		await expect(open('openai:m?dims=3')).rejects.toThrow('OPENAI_API_KEY is not set');
		vi.stubEnv('OPENAI_BASE_URL', 'nowhere');
		await expect(open('openai:m?dims=3')).rejects.toThrow('OPENAI_BASE_URL is no URL');
	});

	it.each([
		['OPENAI_API_KEY', 'sk-1\nhunter2'],
		['OPENAI_BASE_URL', 'http://me:hunter2@host/v1'],
		['OPENAI_BASE_URL', 'ftp://hunter2'],
	])('refuses what %s can not hold, before anything is sent and without showing it (%#)', async (variable, value) => {
		vi.stubEnv(variable, value);
		await expect(open('openai:m?dims=3')).rejects.toThrow(variable);
		await expect(open('openai:m?dims=3')).rejects.not.toThrow('hunter2');
		expect(server.asked).toEqual([]);
	});

	it('says where texts would cross a network unencrypted', async () => {
		vi.stubEnv('OPENAI_BASE_URL', 'http://models.example/v1');
		expect((await open('openai:m?dims=3')).sendsTo).toBe('models.example, unencrypted (http), with the key');
	});

	it.each(['voyage:voyage-3.5', 'cohere:embed-v4.0', 'jina:jina-embeddings-v3', 'gemini:gemini-embedding-001'])(
		'%s without a key names the variable',
		async (spec) => {
			const provider = spec.slice(0, spec.indexOf(':')).toUpperCase();
			for (const name of [`${provider}_API_KEY`, 'CO_API_KEY', 'GOOGLE_API_KEY']) vi.stubEnv(name, undefined);
			await expect(open(spec)).rejects.toThrow(`${provider}_API_KEY is not set`);
		},
	);
});
