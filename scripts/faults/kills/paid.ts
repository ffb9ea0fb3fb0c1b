import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RandomStream } from '../../../harness/random.ts';
import { type ChatServer, chatServer, type SeenRequest } from '../../testing/chat-server.ts';
import { smallPool } from '../../testing/judged-pool.ts';
import { startBench } from '../../testing/start-bench.ts';
import { contentBelow, copyOf, type KillScenario, type KillWork } from './scenario.ts';

/** Calls that may be under way when it is killed: their answers are lost, no others. */
const CONCURRENCY = 4;

interface PaidCommand {
	readonly args: readonly string[];
	readonly template: string;
	/** Requests of the whole work. */
	readonly requests: number;
	answer(request: SeenRequest): string;
	result(folder: string): string;
}

/** Work that a model is paid for: killed at a random request, it must not be asked again for what it has answered. */
async function paid({ args, template, requests, answer, result }: PaidCommand): Promise<KillWork> {
	let asked: string[] = [];
	let onRequest: (() => void) | undefined;
	const server: ChatServer = await chatServer((request) => {
		asked.push(JSON.stringify(request.body.messages));
		onRequest?.();
		return { after: 5, content: answer(request) };
	});
	const llm = ['--llm-url', server.url, '--llm-model', 'm', '--concurrency', String(CONCURRENCY)];
	return {
		fresh() {
			asked = [];
			return copyOf(template);
		},
		start(folder, kill) {
			const running = startBench([...args, ...llm], folder, { OPENAI_API_KEY: '', BENCH_LLM_KEY: '' });
			onRequest = kill === undefined ? undefined : killAtRequest(running.process, 1 + kill.below(requests), kill);
			return running;
		},
		result,
		atEnd(_, kills) {
			const again = asked.length - new Set(asked).size;
			const most = kills * CONCURRENCY;
			return again > most
				? `${again} requests were sent again after ${kills} kills: more than were under way`
				: undefined;
		},
		async close() {
			await server.close();
			rmSync(template, { recursive: true, force: true });
		},
	};
}

function killAtRequest(child: { kill(signal: 'SIGKILL'): unknown }, number: number, stream: RandomStream): () => void {
	let seen = 0;
	const delay = 30 * stream.next();
	return () => {
		seen++;
		if (seen === number) setTimeout(() => child.kill('SIGKILL'), delay);
	};
}

/** The grade that a judge answers, from the request alone. */
const judged = ({ body }: SeenRequest): string => JSON.stringify({ grade: JSON.stringify(body.messages).length % 4 });

export const killedJudge: KillScenario = {
	name: 'judge --llm',
	async open() {
		const template = await smallPool('--known', 'ask');
		const path = 'pool.m.judgments.jsonl';
		return paid({
			args: ['judge', 'pool.jsonl', '--llm', '--out', path],
			template,
			requests: readFileSync(join(template, 'pool.jsonl'), 'utf8').trimEnd().split('\n').length - 1,
			answer: judged,
			// The order of the answers, and when they came, are the server's.
			result: (folder) =>
				readFileSync(join(folder, path), 'utf8')
					.trimEnd()
					.split('\n')
					.slice(1)
					.map((line) => {
						const { query_id, doc_id, grade } = JSON.parse(line);
						return `${query_id} ${doc_id} ${grade}`;
					})
					.sort()
					.join('\n'),
		});
	},
};

const EXTRACTED = 60;

export const killedExtraction: KillScenario = {
	name: 'extract',
	async open() {
		const template = mkdtempSync(join(tmpdir(), 'bench-extract-'));
		mkdirSync(join(template, 'data'));
		const docs = Array.from({ length: EXTRACTED }, (_, i) => ({ id: i + 1, content: `Word${i + 1} stands here` }));
		writeFileSync(join(template, 'data', 'corpus.jsonl'), docs.map((doc) => `${JSON.stringify(doc)}\n`).join(''));
		return paid({
			args: ['extract', '--batch', '2'],
			template,
			requests: EXTRACTED / 2,
			answer: ({ body }) => {
				const sent = (body.messages[1].content as string).split('\n').map((line) => JSON.parse(line) as { id: string });
				return JSON.stringify({
					documents: sent.map(({ id }) => ({ id, entities: [`e${id}`], triples: [['a', 'opens', id]] })),
				});
			},
			result: (folder) => readFileSync(join(folder, 'data', 'triples.jsonl'), 'utf8'),
		});
	},
};

const NOTES = [
	'Tove reacts badly to cashew and pistachio, the school kitchen knows',
	'Jonas repairs violas in the workshop behind the chandlery',
	'Rope for the small boat is bought at cost from old Ferreira',
	'Backups of the ledger run at midnight on the machine in the cellar',
	'Water stood ankle deep below the stairs after the storm in March',
	'Simran teaches chemistry and borrows our long ladder every autumn',
	'The ferry to Aldersyde leaves at ten past eight on Saturdays only',
];

export const killedEvalset: KillScenario = {
	name: 'build-evalset',
	async open() {
		const template = mkdtempSync(join(tmpdir(), 'bench-evalset-'));
		mkdirSync(join(template, 'data'));
		const docs = NOTES.map((content, i) => ({ id: i + 1, content }));
		writeFileSync(join(template, 'data', 'corpus.jsonl'), docs.map((doc) => `${JSON.stringify(doc)}\n`).join(''));
		return paid({
			args: [
				'build-evalset',
				'--out',
				'made',
				'--exact',
				'2',
				'--paraphrase',
				'5',
				'--multihop',
				'0',
				'--near-by',
				'words',
			],
			template,
			requests: 5,
			answer: ({ body }) => {
				const text = JSON.stringify(body.messages);
				const sum = [...text].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 1e6, 7);
				return JSON.stringify({ query: `zzz${sum} qqq vvv` });
			},
			result: (folder) => contentBelow(join(folder, 'made'), (path) => path.includes('wordings')),
		});
	},
};
