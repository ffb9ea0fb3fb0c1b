import { afterEach, describe, expect, it } from 'vitest';
import type { Doc } from '../../harness/contract.ts';
import { type ChatServer, chatServer, completion, type Reply } from '../testing/chat-server.ts';
import type { ChatRequest } from './chat.ts';
import { CLIENT_DEFAULTS, type ClientSettings, openChat } from './client.ts';
import { systemClock } from './clock.ts';
import { readEndpoint } from './endpoint.ts';

const request: ChatRequest = { system: 'Be brief.', user: 'Hello', docs: [], json: true, maxTokens: 50 };
const doc = (id: string, sensitive: boolean): Doc => ({
	id,
	content: 'text',
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive,
	metadata: {},
});

let server: ChatServer | undefined;
afterEach(() => server?.close());

/** A client of a server with this script: the n-th request gets the n-th reply, the last one stays. */
async function client(script: readonly Reply[], settings: Partial<ClientSettings> = {}, key = 'sk-secret') {
	const running = await chatServer((_, number) => script[Math.min(number, script.length - 1)] as Reply);
	server = running;
	const waits: number[] = [];
	const chat = openChat(
		readEndpoint({ url: running.url, model: 'm1' }, { BENCH_LLM_KEY: key }),
		{ ...CLIENT_DEFAULTS, firstWait: 1, timeout: 5000, ...settings },
		{
			now: systemClock.now,
			sleep(milliseconds, signal) {
				waits.push(milliseconds);
				return systemClock.sleep(Math.min(milliseconds, 5), signal);
			},
		},
	);
	return { chat, server: running, waits };
}

describe('the chat client', () => {
	it('speaks the protocol and counts what was spent', async () => {
		const { chat, server } = await client(['{"a": 1}']);
		expect(await chat.ask(request)).toEqual({ content: '{"a": 1}', cutShort: false });
		expect(server.seen[0]?.path).toBe('/v1/chat/completions');
		expect(server.seen[0]?.headers.authorization).toBe('Bearer sk-secret');
		expect(server.seen[0]?.body).toEqual({
			model: 'm1',
			messages: [
				{ role: 'system', content: 'Be brief.' },
				{ role: 'user', content: 'Hello' },
			],
			response_format: { type: 'json_object' },
			temperature: 0,
			max_tokens: 50,
		});
		expect(chat.usage()).toEqual({ calls: 1, attempts: 1, retries: {}, promptTokens: 100, completionTokens: 10 });
	});

	it('says when an answer was cut short, and reads content that comes in parts', async () => {
		const parts = {
			choices: [
				{ message: { content: [{ type: 'text', text: 'one ' }, { type: 'image' }, { type: 'text', text: 'two' }] } },
			],
		};
		const { chat } = await client([
			{ raw: JSON.stringify(completion('half', 'length')) },
			{ raw: JSON.stringify(parts) },
		]);
		expect((await chat.ask(request)).cutShort).toBe(true);
		expect((await chat.ask(request)).content).toBe('one two');
	});

	it.each<[string, Reply, string]>([
		['429', { status: 429 }, 'HTTP 429'],
		['500', { status: 500 }, 'HTTP 500'],
		['503', { status: 503 }, 'HTTP 503'],
		['a 200 with the failure inside', { status: 200, body: { error: { code: 502, message: 'x' } } }, 'HTTP 502'],
		['JSON that ends too early', { raw: '{"choices": [{"mess' }, 'broken JSON'],
		['HTML', { raw: '<html>busy</html>' }, 'broken JSON'],
		['an answer without choices', { raw: '{"object": "chat.completion"}' }, 'no answer in it'],
		['content that is null', { raw: '{"choices": [{"message": {"content": null}}]}' }, 'no answer in it'],
		['a connection that is reset', { reset: true }, 'ECONNRESET'],
	])('tries again after %s', async (_, failure, reason) => {
		const { chat } = await client([failure, failure, 'fine']);
		// undici names a reset by what its socket said, which is not the same on each platform.
		expect((await chat.ask(request)).content).toBe('fine');
		const { attempts, retries } = chat.usage();
		expect(attempts).toBe(3);
		expect(Object.values(retries)).toEqual([2]);
		if (!('reset' in (failure as object))) expect(retries).toEqual({ [reason]: 2 });
	});

	it('tries again after silence', async () => {
		const { chat } = await client([{ hang: true }, 'fine'], { timeout: 100 });
		expect((await chat.ask(request)).content).toBe('fine');
		expect(chat.usage().retries).toEqual({ timeout: 1 });
	});

	it.each([
		[{ 'retry-after': '7' }, 7000],
		[{ 'retry-after-ms': '1500' }, 1500],
	])('waits as long as %j asks, and so does every other call', async (headers, wanted) => {
		const { chat, waits } = await client([{ status: 429, headers }, 'fine'], { concurrency: 1 });
		let now = 0;
		const slept: number[] = [];
		const other = openChat(
			readEndpoint({ url: (server as ChatServer).url, model: 'm1' }, {}),
			{ ...CLIENT_DEFAULTS, concurrency: 2 },
			{
				now: () => now,
				async sleep(milliseconds) {
					slept.push(milliseconds);
					now += milliseconds;
				},
			},
		);
		expect((await other.ask(request)).content).toBe('fine');
		expect(slept).toEqual([wanted]);
		expect(waits).toEqual([]);
		expect(chat.usage().calls).toBe(0);
	});

	it('does not wait for a server that asks for hours', async () => {
		const { chat } = await client([{ status: 429, headers: { 'retry-after': '7200' } }]);
		await expect(chat.ask(request)).rejects.toThrow('asks to wait 120 minutes');
	});

	it('doubles its waits with jitter that the seed decides, and gives up', async () => {
		const runs = [];
		for (let run = 0; run < 2; run++) {
			const { chat, waits } = await client([{ status: 500 }], { firstWait: 1000, retries: 4 });
			await expect(chat.ask(request)).rejects.toThrow('gave no answer in 5 attempts; the last: HTTP 500');
			runs.push(waits);
			await server?.close();
		}
		expect(runs[0]).toEqual(runs[1]);
		expect(runs[0]).toHaveLength(4);
		for (const [i, wait] of (runs[0] as number[]).entries()) {
			expect(wait).toBeGreaterThanOrEqual(500 * 2 ** i);
			expect(wait).toBeLessThanOrEqual(1000 * 2 ** i);
		}
	});

	it.each([
		[400, 'refused the request (HTTP 400): the model is sad'],
		[401, 'HTTP 401'],
		[404, 'HTTP 404'],
	])('does not repeat a request that was refused with %i', async (status, message) => {
		const { chat, server } = await client([{ status, body: { error: { message: 'the model is sad' } } }]);
		await expect(chat.ask(request)).rejects.toThrow(message);
		expect(server.seen).toHaveLength(1);
	});

	it('does not repeat a request when the quota is spent', async () => {
		const { chat, server } = await client([
			{ status: 429, body: { error: { code: 'insufficient_quota', message: 'q' } } },
		]);
		await expect(chat.ask(request)).rejects.toThrow('HTTP 429');
		expect(server.seen).toHaveLength(1);
	});

	it.each<[string, Reply, string]>([
		['a content filter', { status: 400, body: { error: { code: 'content_filter', message: 'x' } } }, 'content_filter'],
		[
			'a prompt over the window',
			{ status: 400, body: { error: { code: 'context_length_exceeded' } } },
			'context_length_exceeded',
		],
		['a body that is too large', { status: 413, body: {} }, 'too large'],
		['a refusal', { raw: '{"choices": [{"message": {"content": null, "refusal": "No."}}]}' }, 'refused'],
		[
			'a filtered answer',
			{ raw: '{"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}' },
			'refused',
		],
	])('takes %s for an answer about this prompt, not for a fault of the endpoint', async (_, reply, why) => {
		const { chat, server } = await client([reply, 'fine']);
		expect(await chat.ask(request)).toEqual({ content: '', cutShort: false, declined: why });
		expect(server.seen).toHaveLength(1);
		expect((await chat.ask(request)).content).toBe('fine');
	});

	it('does not repeat a refusal that comes inside a 200', async () => {
		const { chat, server } = await client([{ status: 200, body: { error: { code: 401, message: 'who?' } } }]);
		await expect(chat.ask(request)).rejects.toThrow('HTTP 401');
		expect(server.seen).toHaveLength(1);
	});

	it('follows no redirect, for the user named one host', async () => {
		const { chat, server } = await client([{ status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } }]);
		await expect(chat.ask(request)).rejects.toThrow('HTTP 307');
		expect(server.seen).toHaveLength(1);
	});

	it('never shows the key, also where the server repeats it', async () => {
		const { chat } = await client([{ status: 401, body: { error: { message: 'Incorrect key sk-secret, sorry' } } }]);
		await expect(chat.ask(request)).rejects.toThrow('Incorrect key [key], sorry');
	});

	it('leaves out what is refused where no retries are allowed, and refuses in words what is refused then', async () => {
		const refusal = { status: 400, body: { error: { message: 'response_format, temperature, max_tokens: no' } } };
		const { chat } = await client([refusal], { retries: 0 });
		await expect(chat.ask(request)).rejects.toMatchObject({ name: 'BenchError', code: 'network' });
		await server?.close();
		const second = await client([refusal, 'fine'], { retries: 0 });
		expect((await second.chat.ask(request)).content).toBe('fine');
	});

	it('leaves out a parameter that the endpoint does not take, from then on', async () => {
		const { chat, server } = await client([
			{ status: 400, body: { error: { message: "'response_format' is not supported" } } },
			'one',
			'two',
		]);
		await chat.ask(request);
		await chat.ask(request);
		expect(server.seen.map(({ body }) => 'response_format' in body)).toEqual([true, false, false]);
		expect(server.seen[2]?.body.temperature).toBe(0);
	});

	it('refuses a prompt with a sensitive document before anything is sent', async () => {
		const { chat, server } = await client(['fine']);
		await expect(chat.ask({ ...request, docs: [doc('1', false), doc('2', true)] })).rejects.toThrow(
			'document 2 is sensitive',
		);
		expect(server.seen).toHaveLength(0);
	});

	it('keeps to its number of calls at once', async () => {
		const { chat, server } = await client([{ after: 20, content: 'fine' }], { concurrency: 3 });
		await Promise.all(Array.from({ length: 10 }, () => chat.ask(request)));
		expect(Math.max(...server.seen.map(({ underWay }) => underWay))).toBe(3);
	});

	it('spreads its attempts over the minute', async () => {
		const { server } = await client(['fine']);
		let now = 0;
		const begun: number[] = [];
		const chat = openChat(
			readEndpoint({ url: server.url, model: 'm1' }, {}),
			{ ...CLIENT_DEFAULTS, perMinute: 30, concurrency: 1 },
			{
				now: () => now,
				async sleep(milliseconds) {
					now += milliseconds;
				},
			},
		);
		for (let call = 0; call < 4; call++) {
			await chat.ask(request);
			begun.push(now);
		}
		expect(begun).toEqual([0, 2000, 4000, 6000]);
	});

	it('ends what is under way when it is closed', async () => {
		const { chat } = await client([{ hang: true }], { timeout: 60_000 });
		const asking = chat.ask(request);
		setTimeout(() => chat.close(), 30);
		await expect(asking).rejects.toThrow('was ended');
	});
});

describe('an endpoint', () => {
	it.each([
		['http://localhost:11434/v1', 'http://localhost:11434/v1/chat/completions'],
		['https://api.example.com/v1/', 'https://api.example.com/v1/chat/completions'],
		['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1/chat/completions'],
	])('%s is asked at %s', (url, asked) => {
		expect(readEndpoint({ url, model: 'm' }, {}).url).toBe(asked);
	});

	it.each(['not a url', 'ftp://x/v1', 'https://me:pass@x/v1', 'https://x/v1?key=abc'])('%s is refused', (url) => {
		expect(() => readEndpoint({ url, model: 'm' }, {})).toThrow('--llm-url');
	});

	it('takes the key of the benchmark before the general one', () => {
		const given = { url: 'http://x/v1', model: 'm' };
		expect(readEndpoint(given, { BENCH_LLM_KEY: 'a', OPENAI_API_KEY: 'b' }).key).toBe('a');
		expect(readEndpoint(given, { BENCH_LLM_KEY: '', OPENAI_API_KEY: 'b' }).key).toBe('b');
		expect(readEndpoint(given, {}).key).toBeUndefined();
		expect(() => readEndpoint(given, { OPENAI_API_KEY: 'two words' })).toThrow('API key');
	});
});
