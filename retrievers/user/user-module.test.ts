import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Doc } from '../../harness/contract.ts';
import { defaultsOf } from '../../harness/options.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { testRetriever } from '../conformance.ts';
import { findRetriever } from '../index.ts';
import { optionsOf } from '../options-of.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { unansweredCalls } from './user-call.ts';
import { isModuleSpec, loadUserModule, moduleFile } from './user-module.ts';

const folder = mkdtempSync(join(tmpdir(), 'user-module-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, code: string): string {
	const path = join(folder, name);
	writeFileSync(path, code);
	return path;
}

const context = quietQuery();
const CORPUS: readonly Doc[] = [
	docOf('1', 'red', 0.5, { tags: ['a', 'b'], expandedKeywords: ['x', 'y'], metadata: { source: 'mail' } }),
	docOf('2', 'green'),
	docOf('3', 'secret', 0.5, { sensitive: true }),
];

async function ask(spec: string, text = 'red', depth = 5) {
	const plugin = await loadUserModule(spec);
	const retriever = await indexPlugin(plugin, CORPUS, defaultsOf(plugin.options), quietContext(folder));
	return retriever.retrieve({ id: 'q7', text, stratum: 's' }, depth, context);
}

describe('a user module', () => {
	it('may be a bare function of the query text and k', async () => {
		const path = write(
			'bare.mjs',
			'export default (text, k, query) => (typeof text === "string" && query.id === "q7" && k === 5 ? [2, "1"] : []);',
		);
		expect(await ask(path)).toEqual([
			{ docId: '2', score: 1 },
			{ docId: '1', score: 0.5 },
		]);
		expect(await ask(path, 'red', 0)).toEqual([]);
	});

	it('may be TypeScript, a class of several exports, with an async index', async () => {
		const path = write(
			'classes.ts',
			`interface Line { id: string; content: string; tags: string; expanded_keywords: string; source?: string }
			export class Lines {
				private lines: readonly Line[] = [];
				async build_index(lines: readonly Line[]): Promise<void> { this.lines = lines; }
				async retrieve(text: string): Promise<[string, number][]> {
					return this.lines.filter((l) => l.content === text && l.tags === 'a,b' && l.expanded_keywords === 'x y' && l.source === 'mail')
						.map((l) => [l.id, 3]);
				}
				index_size_bytes() { return 12; }
			}
			export class Docs {
				private docs: readonly { id: string; expandedKeywords: readonly string[] }[] = [];
				buildIndex(docs: readonly { id: string; expandedKeywords: readonly string[] }[]) { this.docs = docs; }
				retrieve() { return this.docs.map((doc) => ({ docId: doc.id, score: doc.expandedKeywords.length })); }
			}`,
		);
		expect(await ask(`${path}#Lines`)).toEqual([{ docId: '1', score: 3 }]);
		expect(await ask(`${path}:Docs`)).toEqual([
			{ docId: '1', score: 2 },
			{ docId: '2', score: 0 },
		]);
		expect((await loadUserModule(`${path}#Lines`)).name).toBe('Lines');
	});

	it('may be an object, or a plugin with options; neither gets sensitive documents', async () => {
		const object = write(
			'object.mjs',
			'let ids = []; export const mine = { name: "my own", buildIndex(d) { ids = d.map((x) => x.id) }, retrieve: () => ids };',
		);
		expect((await ask(object)).map(({ docId }) => docId)).toEqual(['1', '2']);
		const path = write(
			'plugin.mjs',
			`export const plugin = { name: 'mine', defaults: { n: 1 }, keepsSensitiveLocal: true,
				index: (corpus, options) => ({ retrieve: () => corpus.map((d) => ({ docId: d.id, score: options.n })) }) };`,
		);
		expect(await ask(path)).toEqual([
			{ docId: '1', score: 1 },
			{ docId: '2', score: 1 },
		]);
		expect((await loadUserModule(path)).keepsSensitiveLocal).toBeUndefined();
	});

	it('may be CommonJS', async () => {
		expect(await ask(write('common.cjs', 'exports.search = () => ["2"];'))).toEqual([{ docId: '2', score: 1 }]);
		expect(await ask(write('single.cjs', 'module.exports = () => ["1"];'))).toEqual([{ docId: '1', score: 1 }]);
	});

	it('may have its default export in a package that is no module, where only .mts can await', async () => {
		writeFileSync(join(folder, 'package.json'), '{"name": "theirs"}');
		const mine = (extra = '') =>
			`${extra}export default class Mine { retrieve(q: string): string[] { return ['2']; } }`;
		expect(await ask(write('default.ts', mine()))).toEqual([{ docId: '2', score: 1 }]);
		expect(await ask(write('function.ts', 'export default function find(q: string) { return ["1"]; }'))).toHaveLength(
			1,
		);
		const awaiting = 'const x: number = await Promise.resolve(1);\n';
		expect(await ask(write('awaiting.mts', mine(awaiting)))).toHaveLength(1);
		await expect(ask(write('awaiting.ts', mine(awaiting)))).rejects.toMatchObject({
			hint: expect.stringContaining('call the file .mts'),
		});
	});

	it('may call its hook index beside retrieve, and is told of methods that are not called', async () => {
		const path = write(
			'hooks.mjs',
			`export class Indexed { index(docs) { this.ids = docs.map((d) => d.id); } retrieve() { return this.ids; } }
			export class Ingesting { ingest(docs) {} tokenize() {} dispose() {} retrieve() { return ['1']; } }`,
		);
		expect((await ask(`${path}#Indexed`)).map(({ docId }) => docId)).toEqual(['1', '2']);
		const notes: string[] = [];
		const plugin = await loadUserModule(`${path}#Ingesting`);
		await indexPlugin(plugin, CORPUS, {}, { ...quietContext(folder), note: (line) => void notes.push(line) });
		expect(notes).toEqual([
			`${path}#Ingesting: ingest() is never called; buildIndex() would be`,
			`${path}#Ingesting: dispose() is never called; close() would be`,
		]);
	});

	it('has the line named where it threw', async () => {
		const path = write('line.mjs', 'export class Mine {\n\tretrieve() {\n\t\tthrow new Error("here");\n\t}\n}\n');
		await expect(ask(path)).rejects.toMatchObject({ hint: `It was thrown at ${path}:3.` });
	});

	it('says where it stands and what its code is', async () => {
		const path = write('hashed.mjs', 'export const f = () => [];');
		const named = await findRetriever(`${path}:f`);
		expect(named).toMatchObject({ name: 'f', module: `${path}#f`, codeHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
		expect(await findRetriever(path)).toMatchObject({ module: path, codeHash: named.codeHash });
		expect(moduleFile(`${path}#f`)).toBe(path);
		expect(moduleFile('fts')).toBeUndefined();
	});

	it('is told apart from built-ins and from Windows drives', () => {
		for (const spec of ['C:\\work\\mine.ts', 'C:/work/mine.ts#Mine', './mine.js:Mine', 'mine.mts', '../a.b/c.cjs'])
			expect(isModuleSpec(spec)).toBe(true);
		for (const name of ['fts', 'graph:typed', 'mine.ts#', 'notes.txt']) expect(isModuleSpec(name)).toBe(false);
	});

	it.each([
		['nowhere.ts', 'There is no module', 'Looked for'],
		[
			() => `${write('names.mjs', 'export const alpha = () => [], beta = () => [];')}#alpa`,
			'has no export "alpa"',
			'alpha',
		],
		[() => write('two.mjs', 'export const a = () => [], b = () => [];'), 'does not say which', 'It exports: a, b.'],
		[() => write('none.mjs', 'const x = 1;'), 'does not say which', 'exports nothing'],
		[() => write('number.mjs', 'export default 7;'), 'is not a retriever', 'retrieve(query, k)'],
		[
			() => write('poor.mjs', 'export class Poor { search() {} }'),
			'Poor is not a retriever',
			'search() is never called; retrieve() would be.',
		],
		[() => write('broken.ts', 'export const x = = 1;'), "can't be loaded", undefined],
		[() => write('throws.mjs', 'throw new Error("at home")'), 'at home', undefined],
	])('is refused with a reason: %s', async (spec, message, hint) => {
		const failure = await loadUserModule(typeof spec === 'string' ? spec : spec()).catch((error: unknown) => error);
		expect(failure).toMatchObject({ name: 'BenchError', code: 'plugin', message: expect.stringContaining(message) });
		if (hint !== undefined) expect(failure).toMatchObject({ hint: expect.stringContaining(hint) });
	});

	it.each([
		['undefined', 'returned nothing'],
		['"1"', 'returned a string'],
		['[{ id: 1 }]', 'an object without docId and score at rank 1'],
		['["1", { docId: "2", score: 1 }]', 'a string at rank 1'],
	])('is told what is wrong with an answer of %s', async (answer, message) => {
		await expect(ask(write(`answer-${message.length}.mjs`, `export const f = () => (${answer});`))).rejects.toThrow(
			message,
		);
	});
});

describe('what a user module throws', () => {
	const path = write(
		'throwing.mjs',
		`const boom = () => { throw new Error('boom'); };
		export class Made { constructor() { boom(); } retrieve() {} }
		export class Snake { build_index() { throw undefined; } retrieve() {} }
		export class Camel { async buildIndex() { boom(); } retrieve() {} }
		export const asked = boom;
		export class Sized { index_size_bytes() { boom(); } retrieve() { return []; } }
		export class Unsized { index_size_bytes() { return 'much'; } retrieve() { return []; } }
		export class Closed { close() { throw 'shut'; } retrieve() { return []; } }
		export const plugin = { index: boom };
		export const empty = { index: () => undefined };
		export const seeded = { seededBy: boom, index: () => ({ retrieve: () => [] }) };
		export const seedless = { seededBy: () => 'fts', index: () => ({ retrieve: () => [] }) };
		export const cutting = { cutsQuery: () => 'yes', index: () => ({ retrieve: () => [] }) };
		export const optional = { optionsFor: boom, index: () => ({ retrieve: () => [] }) };
		export const factual = { index: () => ({ retrieve: () => [], facts: boom, covers: boom }) };
		export const wordy = { index: () => ({ retrieve: () => 'two words' }) };`,
	);

	it.each([
		['Made', 'new Made() threw: boom'],
		['Snake', 'build_index() threw: undefined'],
		['Camel', 'buildIndex() threw: boom'],
		['asked', 'retrieve() threw: boom'],
		['Sized', 'indexSizeBytes() threw: boom'],
		['Unsized', 'indexSizeBytes() returned no number of bytes'],
		['Closed', 'close() threw: shut'],
		['plugin', 'index() threw: boom'],
		['empty', 'index() returned no retriever'],
		['seeded', 'seededBy() threw: boom'],
		['seedless', 'seededBy() returned no list of leg names'],
		['cutting', 'cutsQuery() returned neither true nor false'],
		['optional', 'optionsFor() threw: boom'],
		['factual', 'facts() threw: boom'],
		['wordy', 'retrieve() returned a string, not a list of documents'],
	])('of %s is told with the module and what it was doing', async (exported, message) => {
		const spec = `${path}#${exported}`;
		const use = async () => {
			const plugin = await loadUserModule(spec);
			const options = defaultsOf(await optionsOf(plugin, {}));
			plugin.seededBy?.(options);
			plugin.cutsQuery?.({ text: 'red' }, options);
			const retriever = await indexPlugin(plugin, CORPUS, options, quietContext(folder));
			await retriever.retrieve({ id: 'q7', text: 'red', stratum: 's' }, 5, context);
			retriever.indexSizeBytes?.();
			retriever.facts?.();
			retriever.close?.();
		};
		await expect(use()).rejects.toMatchObject({ name: 'BenchError', code: 'plugin', message: `${spec}: ${message}` });
	});

	it('is said of calls that have not ended, as long as they have not', async () => {
		const path = write(
			'slow.mjs',
			'export class Slow { retrieve() { return new Promise((go) => { globalThis.go = go; }); } }',
		);
		const asking = ask(path);
		await expect.poll(unansweredCalls).toEqual([`${path}: retrieve() for query q7`]);
		(globalThis as unknown as { go(ids: readonly string[]): void }).go(['1']);
		expect(await asking).toHaveLength(1);
		expect(unansweredCalls()).toEqual([]);
	});
});

describe('findRetriever', () => {
	it('names the near ones of an unknown name', async () => {
		await expect(findRetriever('ftss')).rejects.toMatchObject({
			code: 'usage',
			message: 'there is no retriever "ftss"',
			hint: expect.stringContaining('Did you mean fts5 or fts?'),
		});
		await expect(findRetriever('toString')).rejects.toThrow('there is no retriever');
	});
});

testRetriever(
	await loadUserModule(
		write(
			'conforming.ts',
			`export class WordOverlap {
				#docs: readonly { id: string; content: string }[] = [];
				buildIndex(docs: readonly { id: string; content: string }[]) { this.#docs = docs; }
				retrieve(text: string, k: number) {
					const words = new Set(text.split(' '));
					return this.#docs
						.map((doc) => ({ docId: doc.id, score: doc.content.split(' ').filter((word) => words.has(word)).length }))
						.filter(({ score }) => score > 0)
						.sort((x, y) => y.score - x.score)
						.slice(0, k);
				}
			}`,
		),
	),
);
