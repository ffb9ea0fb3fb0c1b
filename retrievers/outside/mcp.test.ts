import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Retriever } from '../../harness/contract.ts';
import type { Settings } from '../../harness/options.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { testRetriever } from '../conformance.ts';
import { resolveSystem } from '../resolve-system.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { markerOf } from './marker.ts';
import { hitsOf, readResult } from './mcp-answer.ts';
import { fillArguments } from './mcp-arguments.ts';
import { findRecipe } from './mcp-recipe.ts';
import { MCP_RECIPES } from './mcp-recipes.ts';
import { suggestRecipe } from './mcp-suggest.ts';
import { listMcpTools } from './mcp-tools.ts';
import { startMcpService } from './testing/mcp-service.ts';
import { fetchServerMemory } from './testing/server-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CORPUS = [
	docOf('ledger-1', 'the ledger is blue'),
	docOf('2', 'thunder and the ledger'),
	docOf('3', 'ledger SECRETWORD', 0.5, { sensitive: true }),
	docOf('4', 'a quiet harbour'),
	docOf('5', ''),
];
const notes: string[] = [];
const context = { ...quietContext(folder), note: (line: string) => void notes.push(line) };

async function open(target: string, settings: Settings = {}): Promise<Retriever> {
	const { plugin, options } = await resolveSystem({ retriever: `mcp:${target}`, settings });
	return indexPlugin(plugin, CORPUS, options, context);
}
const ask = async (retriever: Retriever, text: string, depth = 5) =>
	(await retriever.retrieve({ id: 'q', text, stratum: 's' }, depth, quietQuery())).map(({ docId }) => docId);

const program = fetchServerMemory();
if (program === undefined) console.warn('server-memory could not be fetched: its tests are skipped');
describe.skipIf(program === undefined)('server-memory, as its registry has it', () => {
	const command = `node ${program}`;

	it('stores and finds, without sensitive documents, in a home of its own', async () => {
		const home = join(folder, 'home');
		mkdirSync(home);
		const before = process.env.HOME;
		process.env.HOME = home;
		try {
			const retriever = await open(command);
			expect(await ask(retriever, 'the ledger')).toEqual(['ledger-1', '2']);
			expect(await ask(retriever, 'blue ledger')).toEqual([]);
			expect(await ask(retriever, 'SECRETWORD')).toEqual([]);
			// Neither an id nor a marker can be searched for.
			expect(await ask(retriever, 'ledger-1')).toEqual([]);
			expect(retriever.facts?.()).toMatchObject({
				server: 'memory-server',
				recipe: 'server-memory',
				ids: 'a marker of ours',
				one_call_per_word: false,
				stored: 3,
				probe: { by_words: 3, by_meaning: 0 },
			});
			retriever.close?.();
			expect(readdirSync(home)).toEqual([]);
		} finally {
			process.env.HOME = before;
		}
	});

	it('may be asked word by word', async () => {
		const retriever = await open(command, { recipe: 'server-memory-words', probe: 'false' });
		expect(await ask(retriever, 'Blue ledger?')).toEqual(['ledger-1', '2']);
		expect(retriever.facts?.()).toMatchObject({ one_call_per_word: true });
		retriever.close?.();
	});

	it('may keep its store, which is filled once', async () => {
		const settings = { keep_store: 'true', probe: 'false' };
		const first = await open(command, settings);
		first.close?.();
		const stores = join(folder, 'cache', 'stores');
		const [kept = ''] = readdirSync(stores).filter((name) => !name.endsWith('.json'));
		const file = join(stores, kept, 'memory.jsonl');
		const before = readFileSync(file, 'utf8');
		const second = await open(command, settings);
		expect(notes.at(-1)).toContain('used again');
		expect(await ask(second, 'thunder')).toEqual(['2']);
		expect(readFileSync(file, 'utf8')).toBe(before);
		second.close?.();
	});

	it('has its tools listed, and the recipe named', async () => {
		const { tools, recipe } = await listMcpTools(command, 60, context);
		expect(tools.map(({ name }) => name)).toContain('search_nodes');
		expect(tools.find(({ name }) => name === 'search_nodes')?.parameters).toEqual([
			{ name: 'query', type: 'string', required: true },
		]);
		expect(recipe).toBe('server-memory');
	});
});

const service = await startMcpService();
afterAll(() => service.close());
const recipePath = join(folder, 'recipe.json');
const RECIPE = {
	servers: ['trial'],
	setup: [{ tool: 'clear', arguments: {} }],
	store: { tool: 'remember', arguments: { text: '{{content}}' }, answer: { id: 'id' } },
	search: {
		tool: 'recall',
		arguments: { query: '{{query}}', limit: '{{k}}' },
		answer: { id: 'found[].id', score: '-found[].distance' },
	},
};
writeFileSync(recipePath, JSON.stringify(RECIPE));
const conforming = await resolveSystem({ retriever: `mcp:${service.address}`, settings: { recipe: recipePath } });
testRetriever(conforming.plugin, { options: conforming.options });

describe('a server at an address, with ids of its own', () => {
	it('is stored to and searched by a recipe in a file', async () => {
		const retriever = await open(service.address, { recipe: recipePath });
		expect(await ask(retriever, 'blue ledger')).toEqual(['ledger-1', '2']);
		expect(retriever.facts?.()).toMatchObject({ server: 'trial', ids: "the server's own", stored: 3 });
		expect(notes.some((line) => line.includes('nothing in it is removed first'))).toBe(true);
		await expect(ask(retriever, 'fail')).rejects.toThrow('recall says: out of order');
		retriever.close?.();
	});

	it('gets headers from the environment', async () => {
		process.env.TRIAL_MCP_TOKEN = 'Bearer s3cret';
		const before = service.asked.length;
		const settings = { recipe: recipePath, 'header.authorization': 'env:TRIAL_MCP_TOKEN' };
		(await open(service.address, settings)).close?.();
		delete process.env.TRIAL_MCP_TOKEN;
		const sent = service.asked.slice(before).filter(({ method }) => method === 'POST');
		expect(new Set(sent.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer s3cret']));
		await expect(open(service.address, { 'header.authorization': 'Bearer s3cret' })).rejects.toThrow('takes env:');
		await expect(open('node x.js', { 'header.authorization': 'env:X' })).rejects.toThrow('has no headers');
	});

	it('gets a recipe suggested from its schemas', async () => {
		const { recipe, suggested } = await listMcpTools(service.address, 20, context);
		expect(recipe).toBeUndefined();
		expect(suggested).toMatchObject({
			store: { tool: 'remember', arguments: { text: '{{content}}' } },
			search: { tool: 'recall', arguments: { query: '{{query}}', limit: '{{k}}' }, answer: { id: '?' } },
		});
		expect(suggestRecipe('none', [])).toBeUndefined();
	});
});

describe('what can go wrong', () => {
	it.each([
		[
			'a program that speaks no MCP',
			`node -e "console.error('no idea'); process.exit(1)"`,
			{},
			'no connection',
			'no idea',
		],
		['no such program', 'no-such-program-at-all', {}, 'no connection', ''],
		[
			'a server that nothing fits',
			service.address,
			{},
			'no recipe fits a server that calls itself "trial"',
			'bench mcp tools',
		],
		['an unknown recipe', service.address, { recipe: 'server-memry' }, 'no recipe "server-memry"', 'server-memory'],
	])('%s', async (_name, target, settings, message, hint) => {
		const failure = await open(target, settings).then(undefined, (error: unknown) => error);
		expect(failure).toMatchObject({ name: 'BenchError', message: expect.stringContaining(message) });
		if (hint !== '') expect(failure).toMatchObject({ hint: expect.stringContaining(hint) });
	});

	it('a recipe of the wrong shape', () => {
		const path = join(folder, 'wrong.json');
		writeFileSync(path, JSON.stringify({ ...RECIPE, search: { tool: 'recall', arguments: {} } }));
		expect(() => findRecipe(path, '')).toThrow('search.answer');
		expect(existsSync(join(folder, 'nothing.json'))).toBe(false);
		expect(() => findRecipe(join(folder, 'nothing.json'), '')).toThrow("can't be read as JSON");
	});
});

describe('recipes', () => {
	it('are all of the right shape', () => {
		for (const name of Object.keys(MCP_RECIPES)) expect(findRecipe(name, '').name).toBe(name);
	});

	it('fill arguments', () => {
		const docs = [
			{ marker: 'a', content: '{{k}}' },
			{ marker: 'b', content: 'y' },
		];
		const template = {
			n: '{{k}}',
			say: 'k={{k}}',
			all: { each_doc: { id: '{{marker}}', text: ['{{content}}'] } },
			on: true,
		};
		expect(fillArguments(template, { k: 3 }, docs)).toEqual({
			n: 3,
			say: 'k=3',
			all: [
				{ id: 'a', text: ['{{k}}'] },
				{ id: 'b', text: ['y'] },
			],
			on: true,
		});
	});

	it('have markers that are distinct and look like no word', () => {
		const markers = Array.from({ length: 5000 }, (_, i) => markerOf(i));
		expect(new Set(markers).size).toBe(5000);
		for (const marker of markers) expect(marker).toMatch(/^[qxzjvkwy]{8}$/);
	});

	it('read structured content, JSON in text, wrapped results, and prose', () => {
		const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
		const byId = { id: 'hits[].id' };
		for (const raw of [
			{ structuredContent: { hits: [{ id: 'a' }] } },
			text('{"hits": [{"id": "a"}]}'),
			{ structuredContent: { result: { hits: [{ id: 'a' }] } } },
			{ structuredContent: { result: '{"hits": [{"id": "a"}]}' } },
		])
			expect(hitsOf('t', readResult('t', raw), byId)).toEqual([{ id: 'a', score: undefined }]);
		// A member that only begins as the wrapper's name does.
		const wrapped = { structuredContent: { result: { results: [{ title: 'a' }] } } };
		expect(hitsOf('t', readResult('t', wrapped), { id: 'results[].title' })).toEqual([{ id: 'a', score: undefined }]);
		// The answer of memory-service 12.2.
		const hash = 'ab'.repeat(32);
		const prose = text(`Found 1 memories\n\n1. the ledger\n   Hash: ${hash}\n   Created: 2026-11-22T05:53:15Z`);
		const { recipe } = findRecipe('mcp-memory-service', '');
		expect(hitsOf('t', readResult('t', prose), recipe.search.answer)).toEqual([{ id: hash, score: undefined }]);
		expect(() => hitsOf('t', readResult('t', prose), byId)).toThrow('answered prose');
		expect(() => readResult('t', text('Error searching memories: no model'), recipe.failed)).toThrow('no model');
	});
});
