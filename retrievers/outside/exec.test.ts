import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Retriever } from '../../harness/contract.ts';
import { defaultsOf } from '../../harness/options.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { testRetriever } from '../conformance.ts';
import { findRetriever } from '../index.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { execPlugin } from './exec.ts';
import { hasProgram } from './testing/programs.ts';
import { writeReadmeExample } from './testing/readme-example.ts';

const folder = mkdtempSync(join(tmpdir(), 'exec-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CORPUS = [
	docOf('1', 'the ledger is blue', 0.5, { metadata: { source: 'mail' } }),
	docOf('2', 'thunder and the ledger'),
	docOf('3', 'ledger SECRETWORD', 0.5, { sensitive: true }),
];
const notes: string[] = [];
const context = { ...quietContext(folder), note: (line: string) => void notes.push(line) };

async function open(command: string, options: Readonly<Record<string, number>> = {}): Promise<Retriever> {
	const plugin = await findRetriever(`exec:${command}`);
	return indexPlugin(plugin, CORPUS, { ...defaultsOf(plugin.options), ...options }, context);
}
const ask = async (retriever: Retriever, text: string, depth = 5, signal?: AbortSignal) =>
	retriever.retrieve({ id: 'q1', text, stratum: 's' }, depth, {
		...quietQuery(),
		...(signal === undefined ? {} : { signal }),
	});

/** A node program: `answers` gets each request and the number of the line, and writes what it likes. */
function program(name: string, answer: string, before = ''): string {
	const path = join(folder, `${name}.mjs`);
	writeFileSync(
		path,
		`import { createInterface } from 'node:readline';
		const say = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value));
		${before}
		createInterface({ input: process.stdin }).on('line', async (line) => {
			const r = JSON.parse(line);
			if (r.method === 'search') { ${answer} } else if (r.method !== 'close') say({ id: r.id });
		});`,
	);
	return `"${process.execPath}" "${path}"`;
}

const python = hasProgram('python3');
describe.runIf(python)('the Python example of README.md', () => {
	testRetriever(execPlugin(`exec:python3 ${writeReadmeExample('python', folder)}`) as never);

	it('finds by words, and never sees sensitive documents', async () => {
		const retriever = await open(`python3 ${writeReadmeExample('python', folder)}`, { batch: 1 });
		expect(await ask(retriever, 'blue ledger')).toEqual([
			{ docId: '1', score: 2 },
			{ docId: '2', score: 1 },
		]);
		expect(await ask(retriever, 'SECRETWORD')).toEqual([]);
		retriever.close?.();
	});
});

it.runIf(hasProgram('jq'))('the shell example of README.md finds by the longest word', async () => {
	const retriever = await open(`sh ${writeReadmeExample('sh', folder)}`);
	expect((await ask(retriever, 'a ledger')).map(({ docId }) => docId)).toEqual(['1', '2']);
	expect(await ask(retriever, 'a ledger', 1)).toHaveLength(1);
	expect(await ask(retriever, 'thunder of it')).toEqual([{ docId: '2', score: 1 }]);
	retriever.close?.();
});

describe('a program that speaks the protocol', () => {
	it('sends documents in bounded batches, as their file has them', async () => {
		const seen = join(folder, 'seen.jsonl');
		const command = program(
			'fields',
			'say({ id: r.id, hits: [] });',
			`import { appendFileSync } from 'node:fs';
			process.stdin.on('data', (text) => appendFileSync(${JSON.stringify(seen)}, text));`,
		);
		const retriever = await open(command, { batch: 1 });
		retriever.close?.();
		const requests = readFileSync(seen, 'utf8')
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(requests.slice(0, 3).map(({ method, last }) => [method, last])).toEqual([
			['describe', undefined],
			['index', false],
			['index', true],
		]);
		expect(requests[1].docs[0]).toMatchObject({ id: '1', content: 'the ledger is blue', source: 'mail' });
		expect(JSON.stringify(requests)).not.toContain('SECRETWORD');
	});

	it('may mix ids and scored hits: the order then counts', async () => {
		const retriever = await open(program('mixed', 'say({ id: r.id, hits: [2, { id: "1", score: 9 }] });'));
		expect(await ask(retriever, 'x')).toEqual([
			{ docId: '2', score: 1 },
			{ docId: '1', score: 0.5 },
		]);
		retriever.close?.();
	});

	it('may fail one request and answer the next', async () => {
		const retriever = await open(
			program('moody', 'say(r.query === "bad" ? { id: r.id, error: "no thanks" } : { id: r.id, hits: ["1"] });'),
		);
		await expect(ask(retriever, 'bad')).rejects.toThrow('it says: no thanks');
		expect(await ask(retriever, 'good')).toHaveLength(1);
		retriever.close?.();
	});

	it('has late answers thrown away', async () => {
		const retriever = await open(
			program(
				'slow',
				'if (r.query === "slow") await new Promise((go) => setTimeout(go, 300)); say({ id: r.id, hits: [r.query === "slow" ? "1" : "2"] });',
			),
		);
		const controller = new AbortController();
		const slow = ask(retriever, 'slow', 5, controller.signal);
		controller.abort(new Error('too late'));
		await expect(slow).rejects.toThrow('too late');
		expect(await ask(retriever, 'quick')).toEqual([{ docId: '2', score: 1 }]);
		retriever.close?.();
	});

	it('answers several at once, in any order, where it says so', async () => {
		const path = join(folder, 'several.mjs');
		writeFileSync(
			path,
			`import { createInterface } from 'node:readline';
			const held = [];
			createInterface({ input: process.stdin }).on('line', (line) => {
				const r = JSON.parse(line);
				if (r.method === 'search') {
					held.push(r);
					if (held.length === 3) for (const one of held.reverse()) console.log(JSON.stringify({ id: one.id, hits: [one.query] }));
				} else if (r.method === 'describe') console.log(JSON.stringify({ id: r.id, name: 'three', version: 3, concurrency: 3, fields: ['content'] }));
				else if (r.method === 'index') console.log(JSON.stringify({ id: r.id, index_bytes: r.docs.length }));
			});`,
		);
		const retriever = await open(`node ${path}`);
		expect(retriever.concurrency).toBe(3);
		const answers = await Promise.all(['1', '2', '1'].map((text) => ask(retriever, text)));
		expect(answers.map(([hit]) => hit?.docId)).toEqual(['1', '2', '1']);
		expect(retriever.facts?.()).toEqual({ name: 'three', version: 3, fields: ['content'] });
		expect(retriever.indexSizeBytes?.()).toBe(2);
		retriever.close?.();
	});
});

describe('a program that filters by scope', () => {
	it('is given the scopes of documents and of the query, where it says so', async () => {
		const scoped = [
			docOf('1', 'own', 0.5, { scopes: ['a', 'b'] }),
			docOf('2', 'other', 0.5, { scopes: ['c'] }),
			docOf('3', 'all'),
		];
		const source = (describes: string) => `
			import { createInterface } from 'node:readline';
			const docs = [];
			createInterface({ input: process.stdin }).on('line', (line) => {
				const r = JSON.parse(line);
				if (r.method === 'index') docs.push(...r.docs);
				const hits = docs.filter(({ scope }) => r.scope === undefined || (scope ?? [r.scope]).includes(r.scope)).map(({ id }) => id);
				if (r.method !== 'close') console.log(JSON.stringify({ id: r.id, ...(r.method === 'describe' ? ${describes} : { hits }) }));
			});`;
		for (const [describes, found] of [
			['{ filters_scope: true }', ['1', '3']],
			['{}', ['1', '2', '3']],
		] as const) {
			const path = join(folder, `scoped-${found.length}.mjs`);
			writeFileSync(path, source(describes));
			const plugin = await findRetriever(`exec:"${process.execPath}" "${path}"`);
			const retriever = await indexPlugin(plugin, scoped, defaultsOf(plugin.options), context);
			expect(retriever.filtersScope).toBe(found.length === 2);
			const hits = await retriever.retrieve({ id: 'q', text: 'x', stratum: 's', scope: 'a' }, 5, quietQuery());
			expect(hits.map(({ docId }) => docId)).toEqual(found);
			retriever.close?.();
		}
	});
});

describe('a program that does not', () => {
	it.each([
		['dies', 'console.error("out of cheese"); process.exit(3);', 'ended with exit code 3', 'out of cheese'],
		[
			'garbage',
			'say("Loading model ...");',
			'printed a line that is no JSON: Loading model',
			'Print anything else to stderr',
		],
		['idless', 'say({ hits: [] });', 'printed JSON that is no answer with an id', 'stdout answers one request'],
		['order', 'say({ id: r.id + 1, hits: [] });', 'which it was not asked', ''],
		['shape', 'say({ id: r.id, results: [] });', 'has no list of hits', 'hits are ids such as'],
		['bare', 'say({ id: r.id, hits: [{ score: 1 }] });', 'a hit at rank 1', 'hits are ids such as'],
	])('%s: is told with what it said last', async (name, answer, message, hint) => {
		const retriever = await open(program(name, answer, 'console.error("hello from the program");'));
		const failure = await ask(retriever, 'x').then(undefined, (error: unknown) => error);
		expect(failure).toMatchObject({ name: 'BenchError', message: expect.stringContaining(message) });
		expect(failure).toMatchObject({ hint: expect.stringContaining(hint) });
		expect(notes.some((line) => line === `${name}.mjs: hello from the program`)).toBe(true);
		retriever.close?.();
	});

	it('never answers: the time allowed is over, and what it said is shown', async () => {
		const path = join(folder, 'silent.mjs');
		writeFileSync(path, 'console.error("thinking"); setInterval(() => {}, 1000);');
		const failure = await open(`node ${path}`, { start_timeout: 1 }).then(undefined, (error: unknown) => error);
		expect(failure).toMatchObject({ message: expect.stringContaining('describe was not answered within 1 s') });
		expect(failure).toMatchObject({ hint: expect.stringContaining('thinking') });
	});

	it.each([
		['no-such-program-anywhere', 'there is no program no-such-program-anywhere'],
		['cat file | grep x', 'needs a shell'],
		['python "mine.py', 'a quote that is not closed'],
		['', 'no command is named'],
	])('can not be started: %s', async (command, message) => {
		await expect(open(command)).rejects.toMatchObject({
			name: 'BenchError',
			message: expect.stringContaining(message),
		});
	});
});
