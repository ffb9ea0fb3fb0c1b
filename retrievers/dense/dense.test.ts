import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Doc, IndexContext, RetrieveContext } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { defaultsOf, resolveOptions, type Settings } from '../../harness/options.ts';
import type { TextEmbedder } from '../embedders/embedding.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { DENSE_OPTIONS, dense, denseRetriever } from './dense.ts';

const DENSE_DEFAULTS = defaultsOf(DENSE_OPTIONS);

let folder: string;
let notes: string[];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dense-'));
	notes = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const doc = (id: string, content: string, rest: Partial<Doc> = {}): Doc => ({
	id,
	content,
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive: false,
	metadata: {},
	...rest,
});

const context = (rest: Partial<IndexContext> = {}): IndexContext => ({
	datasetDirectory: folder,
	cacheDirectory: join(folder, 'cache'),
	queryCache: true,
	seed: 1,
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	note: (message) => notes.push(message),
	...rest,
});

function watched(): RetrieveContext & { readonly stages: string[] } {
	const stages: string[] = [];
	return {
		stages,
		seeds: new Map(),
		startedFrom: () => undefined,
		time(stage, work) {
			stages.push(stage);
			return work();
		},
	};
}

const query = (text: string) => ({ id: 'q', text, stratum: 's' });

async function open(corpus: readonly Doc[], options: Settings = {}, rest: Partial<IndexContext> = {}) {
	const embedder = letterEmbedder({ maxTokens: 20 });
	const retriever = await denseRetriever(
		corpus,
		resolveOptions('dense', DENSE_OPTIONS, options),
		context(rest),
		embedder,
	);
	return { embedder, retriever };
}

const ids = async (ranking: ReturnType<Awaited<ReturnType<typeof open>>['retriever']['retrieve']>) =>
	(await ranking).map(({ docId }) => docId);

describe('dense', () => {
	it('ranks by cosine, documents with equal vectors in corpus order', async () => {
		const corpus = [doc('7', 'zzz'), doc('3', 'abc'), doc('9', 'cab'), doc('1', 'bca'), doc('2', 'abx')];
		const { retriever } = await open(corpus);
		expect(await ids(retriever.retrieve(query('abc'), 2, watched()))).toEqual(['3', '9']);
		expect(await ids(retriever.retrieve(query('abc'), 10, watched()))).toEqual(['3', '9', '1', '2', '7']);
		retriever.close?.();
	});

	it('embeds no sensitive document, even one that gets past the harness', async () => {
		const corpus = [doc('1', 'public'), doc('2', 'the safe opens with 4711', { sensitive: true })];
		const { embedder, retriever } = await open(corpus);
		expect(embedder.embedded).toEqual(['public']);
		expect(await ids(retriever.retrieve(query('safe opens'), 10, watched()))).toEqual(['1']);
		expect(notes).toContain('dense: 1 sensitive documents are not embedded');
		retriever.close?.();
	});

	it('has no vector for an empty document and no answer to an empty query', async () => {
		const { embedder, retriever } = await open([doc('1', ' \n'), doc('2', 'x')]);
		expect(embedder.embedded).toEqual(['x']);
		expect(await ids(retriever.retrieve(query('  '), 10, watched()))).toEqual([]);
		expect(await ids(retriever.retrieve(query('x'), 10, watched()))).toEqual(['2']);
		retriever.close?.();
	});

	it('works on a corpus of nothing', async () => {
		const { embedder, retriever } = await open([]);
		expect(await ids(retriever.retrieve(query('x'), 10, watched()))).toEqual([]);
		expect(embedder.loads).toBe(0);
		retriever.close?.();
	});

	it('counts truncated documents, from the cache as from the model', async () => {
		const corpus = [doc('1', 'a '.repeat(30)), doc('2', 'b '.repeat(18)), doc('3', 'c '.repeat(19))];
		const first = await open(corpus);
		const second = await open(corpus);
		expect(second.embedder.embedded).toEqual([]);
		expect(first.retriever.facts?.()).toMatchObject({ truncated_documents: 2, documents: 3, vectors: 3 });
		expect(second.retriever.facts?.()).toEqual(first.retriever.facts?.());
		first.retriever.close?.();
		second.retriever.close?.();
	});

	it('with chunk, lets the best window speak for a long document', async () => {
		const long = `${'a '.repeat(15)}. ${'b '.repeat(15)}. ${'c '.repeat(15)}.`;
		const corpus = [doc('1', 'a a c d e'), doc('2', long), doc('3', 'b b b x y')];
		const whole = await open(corpus);
		const chunked = await open(corpus, { chunk: 18 });
		expect((await ids(whole.retriever.retrieve(query('bbbb'), 10, watched())))[0]).toBe('3');
		expect((await ids(chunked.retriever.retrieve(query('bbbb'), 10, watched())))[0]).toBe('2');
		expect(chunked.retriever.facts?.()).toMatchObject({ vectors: 5, documents: 3, truncated_documents: 0 });
		whole.retriever.close?.();
		chunked.retriever.close?.();
	});

	it('adds keywords where asked to', async () => {
		const { embedder, retriever } = await open([doc('1', 'boiler', { expandedKeywords: ['heating', 'gas'] })], {
			fields: 'content+keywords',
		});
		expect(embedder.embedded).toEqual(['boiler\nheating gas']);
		retriever.close?.();
	});

	it.each([
		[{ fields: 'title' }, 'option fields takes content or content+keywords, not "title"'],
		[{ chunk: 21 }, 'chunk is 21'],
		[{ chunk: 3 }, 'option chunk takes 0 or a whole number from 16, not "3"'],
		[{ chunk: 17.5 }, 'option chunk takes 0 or a whole number from 16, not "17.5"'],
	])('refuses %j', async (options, message) => {
		await expect(open([doc('1', 'x')], options)).rejects.toThrow(message);
		await expect(open([doc('1', 'x')], options)).rejects.toBeInstanceOf(BenchError);
	});

	it('says that truncation is unknown, and refuses chunks, where the provider does not count tokens', async () => {
		const { tokenCounter: _, maxTokens: __, ...counting } = letterEmbedder();
		const embedder: TextEmbedder = {
			...counting,
			embedCounted: async (texts, role) =>
				(await counting.embedCounted(texts, role)).map(({ vector }) => ({ vector, tokens: -1 })),
		};
		const retriever = await denseRetriever([doc('1', 'x')], DENSE_DEFAULTS, context(), embedder);
		expect(retriever.facts?.()).toMatchObject({ truncated_documents: null });
		retriever.close?.();
		await expect(
			denseRetriever([doc('1', 'x')], { ...DENSE_DEFAULTS, chunk: 64 }, context(), embedder),
		).rejects.toThrow('does not show how it counts tokens');
	});

	it('refuses an embedder it does not know', async () => {
		const check = (settings: Settings) => dense.validate?.(resolveOptions('dense', DENSE_OPTIONS, settings));
		expect(() => check({ embedder: 'bge-smal-en-v1.5' })).toThrow('no built-in model "bge-smal-en-v1.5"');
		expect(() => check({ embedder: 'nowhere:x' })).toThrow('no embedding provider "nowhere"');
		expect(() => check({ embedder: 'constructor:x' })).toThrow('no embedding provider "constructor"');
		expect(() => check({ chunk: 513 })).toThrow(
			expect.objectContaining({ hint: expect.stringContaining('16 to 512') }),
		);
		expect(() => check({ chunk: 64, embedder: 'openai:m?dimensions=3' })).toThrow('does not show how it counts tokens');
		expect(() => check({ chunk: 512 })).not.toThrow();
	});
});

describe('the query vector', () => {
	it('is computed once, then comes from the cache under a stage name that says so', async () => {
		const { embedder, retriever } = await open([doc('1', 'x')]);
		const first = watched();
		const second = watched();
		const before = await retriever.retrieve(query('x y'), 10, first);
		expect(await retriever.retrieve(query('x y'), 10, second)).toEqual(before);
		expect([first.stages, second.stages]).toEqual([['embed'], ['embed (cached)']]);
		expect(embedder.embedded).toEqual(['x', 'x y']);
		retriever.close?.();
	});

	it('is computed every time without a query cache, by a model that is loaded before', async () => {
		const { embedder, retriever } = await open([doc('1', 'x')], {}, { queryCache: false });
		expect(embedder.loads).toBeGreaterThan(0);
		for (const times of [1, 2]) {
			const context = watched();
			await retriever.retrieve(query('x y'), 10, context);
			expect(context.stages).toEqual(['embed']);
			expect(embedder.embedded).toHaveLength(1 + times);
		}
		retriever.close?.();
	});
});

it('leaves nothing in the cache folder but the cache', async () => {
	const { retriever } = await open([doc('1', 'x')]);
	retriever.close?.();
	expect(existsSync(join(folder, 'cache', 'vectors.sqlite'))).toBe(true);
	expect(existsSync(join(folder, 'cache', 'models'))).toBe(false);
});

describe('units', () => {
	const memories = [
		doc('1', 'zzz', { metadata: { title: 'aaa', narrative: 'bbb', facts: ['ccc', 'ddd', ' '] } }),
		doc('2', 'abcd'),
		doc('3', 'yyy', { metadata: { title: '', facts: 'ccc ccc x' } }),
	];

	it('fields: title, narrative and each fact have a vector, the content of a document without them', async () => {
		const { embedder, retriever } = await open(memories, { units: 'fields' });
		expect(embedder.embedded).toEqual(['aaa', 'bbb', 'ccc', 'ddd', 'abcd', 'ccc ccc x']);
		expect(retriever.facts?.()).toMatchObject({ documents: 3, vectors: 6, documents_of_several_units: 1 });
		expect(await ids(retriever.retrieve(query('ccc'), 3, watched()))).toEqual(['1', '3', '2']);
		expect(notes.filter((note) => note.includes('not a test'))).toEqual([]);
		retriever.close?.();
	});

	it('pool=sum adds the units up; pool=first hears only the first, and embeds no other', async () => {
		const sum = await open(memories, { units: 'fields', pool: 'sum' });
		const found = await sum.retriever.retrieve(query('abcd'), 3, watched());
		const best = await open(memories, { units: 'fields' });
		const single = await best.retriever.retrieve(query('abcd'), 3, watched());
		// Four fields of one letter each: together nearer to the query than a text of all four letters.
		expect(found[0]?.docId).toBe('1');
		expect(single[0]?.docId).toBe('2');
		const first = await open(memories, { units: 'fields', pool: 'first' }, { cacheDirectory: join(folder, 'other') });
		expect(first.embedder.embedded).toEqual(['aaa', 'abcd', 'ccc ccc x']);
		expect((await ids(first.retriever.retrieve(query('ccc'), 3, watched())))[0]).toBe('3');
		for (const { retriever } of [sum, best, first]) retriever.close?.();
	});

	it('chunks: without a size, windows are as long as the model reads', async () => {
		const long = `${'a '.repeat(15)}. ${'b '.repeat(15)}.`;
		const { retriever } = await open([doc('1', long)], { units: 'chunks' });
		expect(retriever.facts?.()).toMatchObject({ vectors: 2, truncated_documents: 0, documents_of_several_units: 1 });
		retriever.close?.();
	});

	it('says that a corpus without fields tests nothing', async () => {
		const { retriever } = await open([doc('1', 'abc')], { units: 'fields' });
		expect(notes).toContain(
			'dense: not a test of units=fields: no document has a title, narrative or facts in its metadata',
		);
		retriever.close?.();
	});
});
