import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';
import { filesBelow } from './kills/scenario.ts';
import { numbersOf } from './numbers-of.ts';
import { CANARY_KEY, type FaultKind, saidWrong } from './trial.ts';

const SENSITIVE = 'SECRETWORD';
/** Words that stand in documents and queries of the small dataset and in nothing else. */
const TEXT = /whippet|kettle|router|unanswerable/i;

const LLM = ['--llm-model', 'm'];
const EMBEDDER = ['--embedder', 'openai:m?dims=8'];
/** Commands in an order in which each finds what it needs. */
const COMMANDS: readonly (readonly string[])[] = [
	['data', 'validate', 'data'],
	['data', 'stats', 'data', '--details'],
	['run', '--retriever', 'fts5', '--out', 'a', '--details'],
	['run', '--retriever', 'hybrid', '--set', 'legs=fts,dense', ...EMBEDDER, '--out', 'b', '--sensitive', 'lexical-only'],
	['run', '--retriever', 'dense', ...EMBEDDER, '--out', 'c'],
	['show', 'b', '--details'],
	['compare', 'a', 'c', '--details', '--resamples', '200'],
	['losses', 'b'],
	['explain', 'b', 'q3'],
	['diff', 'a', 'c'],
	['report', 'a', 'c', '--out', 'page.html'],
	['audit', '--retriever', 'hybrid', '--set', 'legs=fts,dense', ...EMBEDDER],
	['ablate', '--set', 'legs=fts,dense', ...EMBEDDER, '--out', 'apart'],
	['graph', 'stats'],
	['pool', 'a', 'c', '--out', 'pool.jsonl', '--known', 'ask'],
	['judge', 'pool.jsonl', '--llm', ...LLM],
	['extract', '--data', 'data', ...LLM, '--out', 'triples.jsonl'],
	['export', 'beir', '--data', 'data', '--out', 'exported'],
	['cache', 'stats'],
	['doctor'],
];
/** Files that are made to hold texts: a dataset in another form, and what a model read in documents. */
const HOLDS_TEXTS = /^(data|exported)\/|triples\.jsonl/;

/**
 * A dataset with a sensitive document and unmarked copies of it, exact and near, and a key in the environment: after
 * every command, nothing sensitive was sent or written, no text of documents or queries stands in results, caches, pools,
 * pages or logs, and the key is nowhere but in its header.
 */
export const canaries: FaultKind = {
	name: 'canaries',
	tried: `${COMMANDS.length} commands, watched for texts and keys in all that is said, written and sent`,
	short: COMMANDS.length,
	usual: COMMANDS.length,
	async open() {
		const sent: string[] = [];
		const server = createServer(async (request, response) => {
			let body = '';
			for await (const chunk of request) body += String(chunk);
			sent.push(body);
			const { input, messages } = JSON.parse(body) as {
				input?: readonly string[];
				messages?: readonly { readonly content: string }[];
			};
			const content = (messages?.[1]?.content ?? '').includes('<document>')
				? '{"grade": 1}'
				: JSON.stringify({
						documents: (messages?.[1]?.content ?? '').split('\n').flatMap((line) => {
							const id = /"id":"([^"]+)"/.exec(line)?.[1];
							return id === undefined ? [] : [{ id, entities: ['e'], triples: [] }];
						}),
					});
			const answer =
				input === undefined
					? { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] }
					: { data: input.map((text, index) => ({ index, embedding: numbersOf(text) })) };
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
		});
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
		const folder = smallDataset();
		const corpus = join(folder, 'data', 'corpus.jsonl');
		const secret = `${SENSITIVE} for the safe is in the blue folder`;
		const copies = [secret.toUpperCase(), `${secret}!`].map((content, i) => ({ id: 50 + i, content }));
		const all = [...copies].map((doc) => `${JSON.stringify(doc)}\n`).join('');
		writeFileSync(corpus, readFileSync(corpus, 'utf8') + all);
		return {
			async run(_, trial) {
				const args = COMMANDS[trial % COMMANDS.length] as readonly string[];
				rmSync(join(folder, 'exported'), { recursive: true, force: true });
				const llm = args.includes('--llm-model') ? ['--llm-url', url] : [];
				const environment = { OPENAI_BASE_URL: url, OPENAI_API_KEY: CANARY_KEY };
				const { stdout, stderr, code } = await callBench([...args, ...llm], folder, environment);
				const said = stdout + stderr;
				const call = `bench ${args.join(' ')}`;
				if (code === 2) return `${call} does not work: ${said.slice(0, 300)}`;
				const wrong = saidWrong(said) ?? (TEXT.test(said) ? `text of the dataset: ${said.slice(0, 200)}` : undefined);
				if (wrong !== undefined) return `${call}: ${wrong}`;
				if (new RegExp(SENSITIVE, 'i').test(said + sent.join(''))) return `${call}: a sensitive text was said or sent`;
				if (sent.some((body) => body.includes(CANARY_KEY))) return `${call}: the key was sent in a body`;
				for (const path of filesBelow(folder)) {
					const content = readFileSync(join(folder, path), 'latin1');
					if (content.includes(CANARY_KEY)) return `${call}: ${path} holds the key`;
					if (!path.startsWith('data/') && new RegExp(SENSITIVE, 'i').test(content))
						return `${call}: ${path} holds a sensitive text`;
					if (!HOLDS_TEXTS.test(path) && TEXT.test(content)) return `${call}: ${path} holds a text of the dataset`;
				}
				return undefined;
			},
			close() {
				server.closeAllConnections();
				server.close();
				rmSync(folder, { recursive: true, force: true });
			},
		};
	},
};
