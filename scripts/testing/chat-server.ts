import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export interface SeenRequest {
	readonly path: string;
	readonly headers: IncomingMessage['headers'];
	// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
	readonly body: any;
	readonly startedAt: number;
	/** Calls under way when this one came, itself included. */
	readonly underWay: number;
}

/** How one request is answered: an answer of the protocol, or one of the ways in which it goes wrong. */
export type Reply =
	| string
	| { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
	| { readonly raw: string; readonly status?: number }
	| { readonly hang: true }
	| { readonly reset: true }
	| { readonly after: number; readonly content: string };

export interface ChatServer {
	readonly url: string;
	readonly seen: readonly SeenRequest[];
	close(): Promise<void>;
}

/** A chat completion as the protocol documents it. */
export function completion(content: string, finish = 'stop'): object {
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 0,
		model: 'test',
		choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
		usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
	};
}

/** For tests: a server on this machine that speaks the chat protocol, and fails on request. */
export async function chatServer(reply: (request: SeenRequest, number: number) => Reply): Promise<ChatServer> {
	const seen: SeenRequest[] = [];
	let underWay = 0;
	const server = createServer(async (request, response) => {
		underWay++;
		response.on('close', () => underWay--);
		const startedAt = performance.now();
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
		const record = { path: request.url ?? '', headers: request.headers, body, startedAt, underWay };
		seen.push(record);
		await answer(reply(record, seen.length - 1), response);
	});
	await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		seen,
		close: () =>
			new Promise((resume) => {
				server.closeAllConnections();
				server.close(() => resume());
			}),
	};
}

async function answer(reply: Reply, response: ServerResponse): Promise<void> {
	const send = (status: number, text: string, headers: Record<string, string> = {}): void => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
	};
	if (typeof reply === 'string') return send(200, JSON.stringify(completion(reply)));
	if ('hang' in reply) return;
	if ('reset' in reply) return void response.socket?.resetAndDestroy();
	if ('raw' in reply) return send(reply.status ?? 200, reply.raw);
	if ('after' in reply) {
		await new Promise((resume) => setTimeout(resume, reply.after));
		return send(200, JSON.stringify(completion(reply.content)));
	}
	send(reply.status, JSON.stringify(reply.body ?? { error: { message: 'no' } }), reply.headers);
}
