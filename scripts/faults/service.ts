import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { callBench } from '../testing/call-bench.ts';
import { smallPool } from '../testing/judged-pool.ts';
import { CANARY_KEY, type FaultKind, saidWrong } from './trial.ts';

type Answer = (response: ServerResponse, sent: string) => void;
const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
	void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const inputs = (sent: string): readonly unknown[] => (JSON.parse(sent) as { input?: unknown[] }).input ?? [''];
const vectors = (sent: string, embedding: unknown): unknown => ({
	data: inputs(sent).map((_, index) => ({ index, embedding })),
});

/** Every way in which a service of models goes wrong. None of them is an answer. */
const FAULTS: Readonly<Record<string, Answer>> = {
	'lost connection': (response) => response.socket?.resetAndDestroy(),
	'cut body': (response) => {
		response.writeHead(200, { 'content-length': '500' });
		response.write('{"data":[{"ind', () => response.socket?.destroy());
	},
	'cut JSON': (response) => void response.writeHead(200).end('{"data":[{"index":0,"embe'),
	HTML: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>'),
	redirect: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
	'400 that repeats what was sent': (response, sent) =>
		json(response, 400, { error: { message: `cannot read ${sent}` } }),
	'401 that repeats the key': (response) => json(response, 401, { error: { message: `bad key ${CANARY_KEY}` } }),
	'500': (response, sent) => json(response, 500, { error: { message: sent } }),
	'null in a list': (response) => json(response, 200, { data: [null], choices: [null] }),
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
const BOMB = gzipSync(Buffer.alloc(100 * 1024 ** 2));

/** Faults of which every attempt has to be waited for: an embedder waits two minutes for each. */
const SLOW = new Set(['silence', 'a drip']);

/**
 * A service answers every request with one fault: the command ends, with exit code 2 and words; no key, no text of a
 * document and nothing sensitive is in them, nor in a file that is left; and nothing sensitive was sent.
 */
export const service: FaultKind = {
	name: 'faulty services',
	tried: `${Object.keys(FAULTS).length} faults of an embedder or a judge`,
	short: 12,
	usual: 120,
	open: async () => ({
		async run(stream, trial) {
			const names = Object.keys(FAULTS);
			const name = names[trial % names.length] as string;
			const judges = SLOW.has(name) || stream.next() < 0.5;
			const seen: string[] = [];
			const server = createServer(async (request: IncomingMessage, response) => {
				let sent = '';
				for await (const chunk of request) sent += String(chunk);
				seen.push(sent);
				FAULTS[name]?.(response, sent);
			});
			await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
			const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
			const folder = await smallPool();
			const llm = ['--llm-url', url, '--llm-model', 'm', '--llm-timeout', '1', '--llm-retries', '0'];
			const args = judges
				? ['judge', 'pool.jsonl', '--llm', ...llm]
				: ['run', '--retriever', 'dense', '--embedder', 'openai:m?dimensions=3', '--out', 'dense'];
			try {
				const outcome = await callBench(args, folder, { OPENAI_BASE_URL: url, OPENAI_API_KEY: CANARY_KEY });
				const said = outcome.stdout + outcome.stderr;
				const about = `${name}, ${args[0]}`;
				if (outcome.code !== 2) return `${about}: exit ${outcome.code}: ${said.slice(0, 200)}`;
				const wrong = saidWrong(said) ?? (/whippet|kettle|SECRETWORD/.test(said) ? 'text of a document' : undefined);
				if (wrong !== undefined) return `${about}: ${wrong}`;
				if (seen.some((sent) => sent.includes('SECRETWORD'))) return `${about}: a sensitive document was sent`;
				const leak = filesBelow(folder, ['data']).find((path) =>
					new RegExp(`${CANARY_KEY}|SECRETWORD|whippet`).test(readFileSync(path, 'latin1')),
				);
				return leak === undefined ? undefined : `${about}: ${leak} holds what it must not`;
			} finally {
				server.closeAllConnections();
				server.close();
				rmSync(folder, { recursive: true, force: true });
			}
		},
		close: () => undefined,
	}),
};

function filesBelow(folder: string, except: readonly string[]): string[] {
	return readdirSync(folder)
		.filter((name) => !except.includes(name))
		.flatMap((name) => {
			const path = join(folder, name);
			return statSync(path).isDirectory() ? filesBelow(path, []) : [path];
		});
}
