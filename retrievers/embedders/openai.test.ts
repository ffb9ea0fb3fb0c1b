import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmbedder } from './index.ts';
import { embeddingRequest } from './openai-request.ts';

interface Asked {
	readonly url: string | undefined;
	readonly headers: IncomingHttpHeaders;
	readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions: number };
}

let answers: ((asked: Asked) => { status?: number; body: unknown; headers?: Record<string, string> })[];
let asked: Asked[];
let notes: string[];
let close: () => void;

/** `answers` in turn, the last one again and again. */
beforeEach(async () => {
	asked = [];
	notes = [];
	answers = [(request) => ({ body: { data: request.body.input.map((text, index) => vectorFor(text, index)) } })];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => {
			body += chunk;
		});
		request.on('end', () => {
			asked.push({ url: request.url, headers: request.headers, body: JSON.parse(body) });
			const answer = (answers.length > 1 ? answers.shift() : answers[0])?.(asked.at(-1) as Asked);
			response.writeHead(answer?.status ?? 200, answer?.headers);
			response.end(JSON.stringify(answer?.body));
		});
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	vi.stubEnv('OPENAI_BASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
	vi.stubEnv('OPENAI_API_KEY', 'a-key');
	close = () => server.close();
});
afterEach(() => {
	close();
	vi.unstubAllEnvs();
});

const vectorFor = (text: string, index: number) => ({ index, embedding: [text.length, 0, index + 1] });

const open = (spec: string) =>
	openEmbedder(spec, {
		cacheDirectory: 'unused',
		progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
		note: (message) => notes.push(message),
	});

describe('an OpenAI-compatible server', () => {
	it('is asked with prefix and key; vectors come back normalised and in order', async () => {
		answers = [({ body }) => ({ body: { data: body.input.map((text, index) => vectorFor(text, index)).reverse() } })];
		const embedder = await open('openai:some/model?dimensions=3&query_prefix=query: ');
		const [first, second] = await embedder.embed(['ab', 'c'], 'query');
		expect(asked).toMatchObject([
			{
				url: '/v1/embeddings',
				headers: { authorization: 'Bearer a-key' },
				body: { model: 'some/model', input: ['query: ab', 'query: c'], dimensions: 3 },
			},
		]);
		expect(first).toEqual(Float32Array.of(9 / Math.hypot(9, 1), 0, 1 / Math.hypot(9, 1)));
		expect(second).toEqual(Float32Array.of(8 / Math.hypot(8, 2), 0, 2 / Math.hypot(8, 2)));
	});

	it('is named once before anything is sent to it, and in the id', async () => {
		const embedder = await open('openai:m?dimensions=3');
		expect(notes).toEqual([]);
		await embedder.embed(['a'], 'document');
		await embedder.embed(['b'], 'document');
		expect(notes).toEqual([expect.stringMatching(/^texts are sent to 127\.0\.0\.1:\d+$/)]);
		expect(embedder.id).toMatch(
			/^openai:m server=127\.0\.0\.1:\d+\/v1\/ query_prefix="" document_prefix="" dimensions=3$/,
		);
	});

	it('that is busy is asked again', async () => {
		const busy = () => ({ status: 429, body: {}, headers: { 'retry-after': '0.01' } });
		answers = [busy, busy, answers[0] as (typeof answers)[0]];
		expect(await (await open('openai:m?dimensions=3')).embed(['a'], 'document')).toHaveLength(1);
		expect(asked).toHaveLength(3);
	});

	it.each([
		['refuses the key', { status: 401, body: { error: 'my secret text' } }, 'answered 401', 'OPENAI_API_KEY'],
		['does not know the model', { status: 404, body: {} }, 'answered 404', 'unknown'],
		['answers nonsense', { body: 'hello' }, 'did not answer with one vector', 'dimensions'],
		['answers with nothing in it', { body: { data: [null] } }, 'did not answer with one vector', 'dimensions'],
		['gives other lengths', { body: { data: [{ index: 0, embedding: [1, 2] }] } }, 'vector of 3', 'dimensions'],
		['leaves a text out', { body: { data: [] } }, 'did not answer with one vector', 'dimensions'],
	])('that %s is an error that shows no text', async (_, answer, message, hint) => {
		answers = [() => answer];
		const embedding = (await open('openai:m?dimensions=3')).embed(['my secret text'], 'document');
		await expect(embedding).rejects.toMatchObject({
			code: 'network',
			message: expect.stringContaining(message),
			hint: expect.stringContaining(hint),
		});
		await expect(embedding).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
	});

	it.each([
		['is silent', () => undefined],
		[
			'lets its answer drip for ever',
			(response: ServerResponse) => {
				const drip = setInterval(() => response.write(' '), 10);
				response.on('close', () => clearInterval(drip));
			},
		],
	])('that %s is given up when the time is up', async (_, answer) => {
		const odd = createServer((_request, response) => answer(response));
		await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done));
		const server = new URL(`http://127.0.0.1:${(odd.address() as AddressInfo).port}/v1/`);
		const request = { model: 'm', input: ['a'], dimensions: 3 };
		const asking = embeddingRequest(server, request, { attempt: 100, total: 400 });
		await expect(asking).rejects.toMatchObject({
			code: 'network',
			message: `${server.host} can't be reached (no answer within 0.4 s)`,
		});
		odd.closeAllConnections();
		odd.close();
	});

	it('that is not there is an error that names it', async () => {
		close();
		vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
		await expect((await open('openai:m?dimensions=3')).embed(['a'], 'document')).rejects.toMatchObject({
			message: expect.stringContaining("127.0.0.1:9 can't be reached"),
		});
	});
});

describe('a spec', () => {
	it.each([
		['openai:', 'names no model'],
		['openai:m', 'dimensions takes the length of its vectors'],
		['openai:m?dimensions=0', 'whole number from 1'],
		['openai:m?dimension=3', 'no option "dimension"'],
	])('%s is refused', async (spec, message) => {
		await expect(open(spec)).rejects.toThrow(message);
	});

	it('needs an address', async () => {
		vi.stubEnv('OPENAI_BASE_URL', undefined);
		await expect(open('openai:m?dimensions=3')).rejects.toThrow('OPENAI_BASE_URL is not set');
		vi.stubEnv('OPENAI_BASE_URL', 'nowhere');
		await expect(open('openai:m?dimensions=3')).rejects.toThrow('OPENAI_BASE_URL is no URL');
	});
});
