import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { getFromService, postToService, readKey, readServiceAddress } from './service.ts';

const closers: (() => void)[] = [];
afterEach(() => {
	for (const close of closers.splice(0)) close();
});

async function served(answer: RequestListener): Promise<string> {
	const server = createServer(answer);
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	closers.push(
		() => server.closeAllConnections(),
		() => server.close(),
	);
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
const post = (url: string) =>
	postToService({ url, key: 'sk-1', body: '{"text":"secret"}', limit: 5000, ended: new AbortController().signal });

describe('a request to a service', () => {
	it('is not followed elsewhere', async () => {
		const url = await served((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end());
		expect((await post(url)).status).toBe(307);
	});

	it.each<[string, RequestListener, string]>([
		['a lost connection', (request) => request.socket.destroy(), 'UND_ERR_SOCKET'],
		[
			'a body that is cut',
			(_, response) =>
				response.writeHead(200, { 'content-length': '99' }).write('{"a', () => response.socket?.destroy()),
			'UND_ERR_SOCKET',
		],
		[
			'a small answer that unpacks to a large one',
			(_, response) =>
				response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(80 * 1024 ** 2))),
			'an answer of more than 64 MiB',
		],
	])('%s is a fault in words of ours', async (_, answer, reason) => {
		await expect(post(await served(answer))).rejects.toMatchObject({ name: 'ServiceFault', reason });
	});
});

describe('a question without a body', () => {
	it('carries the key in the header that the service reads, and goes nowhere else', async () => {
		const asked: unknown[] = [];
		const url = await served(({ method, headers }, response) => {
			asked.push([method, headers['x-goog-api-key'], headers.authorization]);
			response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end('{}');
		});
		const ended = new AbortController().signal;
		const answer = await getFromService({ url, key: 'sk-1', keyHeader: 'x-goog-api-key', limit: 5000, ended });
		expect(answer).toMatchObject({ status: 302, text: '{}' });
		expect(asked).toEqual([['GET', 'sk-1', undefined]]);
	});
});

describe('what the user gave', () => {
	it.each(['sk-1\nsecret', 'sk 1', 'schlüssel'])(
		'a key that no header carries is refused without being shown (%#)',
		(key) => {
			const read = () => readKey(['KEY'], { KEY: key });
			expect(read).toThrow('The API key in KEY holds');
			expect(read).not.toThrow(key);
		},
	);

	it.each(['http://me:hunter2@host/v1', 'hunter2 is no address', 'ftp://hunter2', 'https://host/v1?key=hunter2'])(
		'an address that may hold a password is refused without being shown (%#)',
		(text) => {
			const read = () =>
				readServiceAddress(text, { name: 'OPENAI_BASE_URL', code: 'config', keys: ['KEY'], example: 'http://x/v1' });
			expect(read).toThrow('OPENAI_BASE_URL');
			expect(read).not.toThrow('hunter2');
		},
	);
});
