import { afterEach, expect, it } from 'vitest';
import { ask } from './ask.ts';
import { createGate } from './gate.ts';
import type { Service } from './service.ts';
import { type ApiServer, apiServer } from './testing/api-server.ts';

const servers: ApiServer[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

async function serve(answer: Parameters<typeof apiServer>[0]): Promise<ApiServer> {
	const server = await apiServer(answer);
	servers.push(server);
	return server;
}

const serviceAt = (server: ApiServer): Service => ({
	base: new URL(`${server.url}/`),
	baseVariable: 'BASE',
	keyVariable: 'KEY',
	key: 'a-key',
	keyHeader: 'authorization',
	gate: createGate(),
});
const question = { path: 'x', subject: 'm', body: { text: 'secret' } };

it('asks a busy server again, after the pause it asks for', async () => {
	const times: number[] = [];
	const server = await serve(() => {
		times.push(performance.now());
		return times.length < 3 ? { status: 429, headers: { 'retry-after-ms': '60' } } : { body: { ok: true } };
	});
	expect(await ask(serviceAt(server), question)).toEqual({ ok: true });
	expect(times).toHaveLength(3);
	// Node's timers may fire a millisecond early.
	expect((times[1] as number) - (times[0] as number)).toBeGreaterThan(58);
});

it('one that says "too many" to one request holds back all of them', async () => {
	let refused = 0;
	let early = 0;
	const server = await serve(({ body }) => {
		if (body.text === 'first' && refused === 0) {
			refused = performance.now();
			return { status: 429, headers: { 'retry-after-ms': '150' } };
		}
		if (refused > 0 && performance.now() - refused < 140) early++;
		return { body: {} };
	});
	const service = serviceAt(server);
	const first = ask(service, { ...question, body: { text: 'first' } });
	while (refused === 0) await new Promise((done) => setTimeout(done, 2));
	await new Promise((done) => setTimeout(done, 40));
	await Promise.all([first, ...['a', 'b', 'c'].map((text) => ask(service, { ...question, body: { text } }))]);
	expect(early).toBe(0);
	expect(server.asked).toHaveLength(5);
});

it('a redirect is not followed: neither key nor text goes to another host', async () => {
	const other = await serve(() => ({ body: {} }));
	const server = await serve(() => ({ status: 307, headers: { location: `${other.url}/x` } }));
	await expect(ask(serviceAt(server), question)).rejects.toMatchObject({ code: 'network' });
	expect(other.asked).toEqual([]);
});

it.each([
	['is silent', () => undefined],
	[
		'lets its answer drip for ever',
		(_: unknown, response: { write(text: string): void; on(event: 'close', done: () => void): void }) => {
			const drip = setInterval(() => response.write(' '), 10);
			response.on('close', () => clearInterval(drip));
			return undefined;
		},
	],
])('one that %s is given up when the time is up', async (_, answer) => {
	const server = await serve(answer as Parameters<typeof apiServer>[0]);
	await expect(ask(serviceAt(server), question, { attempt: 100, total: 400 })).rejects.toMatchObject({
		code: 'network',
		message: `${server.host} can't be reached (no answer within 0.4 s)`,
	});
});
