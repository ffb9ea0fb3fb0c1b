import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { CANARY_KEY } from './trial.ts';

/** One way in which a service goes wrong, from the request that it was sent. None of them is an answer. */
export type ServiceFault = (response: ServerResponse, sent: string) => void;

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
	void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** As each of the services would answer, with `vector` for every text; each reads the member that it knows. */
function vectors(sent: string, vector: unknown): unknown {
	const asked = JSON.parse(sent === '' ? '{}' : sent) as { [key: string]: unknown };
	const texts = (asked.input ?? asked.texts ?? asked.inputs ?? asked.requests ?? ['']) as readonly unknown[];
	const all = texts.map(() => vector);
	return {
		data: all.map((embedding, index) => ({ index, embedding })),
		embeddings: 'requests' in asked ? all.map((values) => ({ values })) : 'texts' in asked ? { float: all } : all,
		results: all.map((relevance_score, index) => ({ index, relevance_score })),
	};
}

const BOMB = gzipSync(Buffer.alloc(100 * 1024 ** 2));

export const SERVICE_FAULTS: Readonly<Record<string, ServiceFault>> = {
	'lost connection': (response) => response.socket?.resetAndDestroy(),
	'cut body': (response) => {
		response.writeHead(200, { 'content-length': '500' });
		response.write('{"data":[{"ind', () => response.socket?.destroy());
	},
	'cut JSON': (response) => void response.writeHead(200).end('{"data":[{"index":0,"embe'),
	HTML: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>'),
	redirect: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
	'400 that repeats what was sent': (response, sent) => json(response, 400, { error: { message: `no: ${sent}` } }),
	'401 that repeats the key': (response) => json(response, 401, { error: { message: `bad key ${CANARY_KEY}` } }),
	'404': (response) => json(response, 404, {}),
	'429 for ever': (response) => json(response, 429, {}, { 'retry-after-ms': '1' }),
	'500': (response, sent) => json(response, 500, { error: { message: sent } }),
	null: (response) => json(response, 200, null),
	'a number': (response) => json(response, 200, 7),
	'null in a list': (response) =>
		json(response, 200, { data: [null], choices: [null], embeddings: [null], results: [null], models: [null] }),
	'lists of others': (response) =>
		json(response, 200, { data: {}, choices: {}, embeddings: 'x', results: 3, models: {}, model_info: [] }),
	zeros: (response, sent) => json(response, 200, vectors(sent, [0, 0, 0])),
	'no numbers': (response, sent) => json(response, 200, vectors(sent, [null, 1, 'x'])),
	'other length': (response, sent) => json(response, 200, vectors(sent, [1, 2])),
	'a bomb': (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
	silence: () => undefined,
	'a drip': (response) => {
		const drip = setInterval(() => response.write(' '), 100);
		response.on('close', () => clearInterval(drip));
	},
};

/** Faults of which every attempt has to be waited for: an embedder waits two minutes for each, a model as long as it is told. */
export const SLOW_FAULTS: ReadonlySet<string> = new Set(['silence', 'a drip']);
