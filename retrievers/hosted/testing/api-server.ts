import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the server got it. */
export interface Asked {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the client sent
	readonly body: any;
}

/** The server's answer: a body with status 200, or another status. */
export interface Answer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: unknown;
}

export interface ApiServer {
	readonly url: string;
	readonly host: string;
	readonly asked: readonly Asked[];
	close(): void;
}

/** A server in this process that answers JSON with what `answer` makes of each request, and remembers all of them. */
export async function apiServer(
	answer: (asked: Asked, response: ServerResponse) => Answer | Promise<Answer> | undefined,
): Promise<ApiServer> {
	const asked: Asked[] = [];
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const chunk of request) text += chunk;
		const one: Asked = {
			method: request.method ?? '',
			path: request.url ?? '',
			headers: request.headers,
			body: text === '' ? undefined : JSON.parse(text),
		};
		asked.push(one);
		const given = await answer(one, response);
		if (given === undefined) return;
		response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
		response.end(JSON.stringify(given.body ?? {}));
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url: `http://${host}`,
		host,
		asked,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
