import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyText, DeadlineError, withDeadline } from './deadline.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: Server | undefined;
let closed = 0;
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
	closed = 0;
	const running = createServer((_, response) => {
		response.on('close', () => closed++);
		answer(response);
	});
	server = running;
	await new Promise<void>((resume) => running.listen(0, '127.0.0.1', resume));
	return `http://127.0.0.1:${(running.address() as AddressInfo).port}`;
}

const askFor = (url: string, milliseconds: number, outer?: AbortSignal): Promise<string> =>
	withDeadline(milliseconds, async (signal) => bodyText(await fetch(url, { signal }), signal, 1e6), outer);

/** Collects garbage while it waits, which is what made signals disappear. */
async function whileCollecting<T>(work: Promise<T>): Promise<T> {
	let waiting = true;
	const collect = async (): Promise<void> => {
		while (waiting) {
			collectGarbage();
			await sleep(20);
		}
	};
	const collecting = collect();
	try {
		return await work;
	} finally {
		waiting = false;
		await collecting;
	}
}

describe('a deadline', () => {
	it('ends a request to a server that never answers, and closes the connection', async () => {
		const url = await serve(() => undefined);
		await expect(whileCollecting(askFor(url, 1500))).rejects.toBeInstanceOf(DeadlineError);
		await expect.poll(() => closed, { timeout: 30_000 }).toBe(1);
	});

	it('ends a body that drips for ever, and closes the connection', async () => {
		const url = await serve((response) => {
			response.writeHead(200);
			const drip = setInterval(() => response.write('x'), 10);
			response.on('close', () => clearInterval(drip));
		});
		await expect(whileCollecting(askFor(url, 1500))).rejects.toBeInstanceOf(DeadlineError);
		await expect.poll(() => closed, { timeout: 30_000 }).toBe(1);
	});

	it('ends work that heeds no signal', async () => {
		await expect(withDeadline(20, () => new Promise(() => undefined))).rejects.toBeInstanceOf(DeadlineError);
	});

	it('ends with the signal around it, for its reason', async () => {
		const url = await serve(() => undefined);
		const outer = new AbortController();
		const asking = whileCollecting(askFor(url, 60_000, outer.signal));
		setTimeout(() => outer.abort(new Error('enough')), 50);
		await expect(asking).rejects.toThrow('enough');
	});

	it('leaves what comes in time alone, also characters cut in two', async () => {
		const bytes = Buffer.from('fünf 🦊');
		const url = await serve(async (response) => {
			for (const byte of bytes) {
				response.write(Buffer.of(byte));
				await sleep(1);
			}
			response.end();
		});
		expect(await askFor(url, 10_000)).toBe('fünf 🦊');
	});
});
