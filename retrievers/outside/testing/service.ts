import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

export interface Reply {
	readonly status?: number;
	readonly body?: unknown;
	/** Sent as it is. */
	readonly text?: string;
	readonly delayMs?: number;
}

export interface Service {
	readonly address: string;
	readonly asked: readonly Asked[];
	close(): Promise<void>;
}

/** A server on a port of this machine that answers by `reply`. */
export async function startService(reply: (asked: Asked) => Reply): Promise<Service> {
	const all: Asked[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const asked: Asked = {
				method: request.method ?? '',
				path: request.url ?? '',
				headers: request.headers,
				body: Buffer.concat(chunks).toString('utf8'),
			};
			all.push(asked);
			const { status = 200, body, text, delayMs = 0 } = reply(asked);
			setTimeout(() => {
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(text ?? (body === undefined ? '' : JSON.stringify(body)));
			}, delayMs);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}`,
		asked: all,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
