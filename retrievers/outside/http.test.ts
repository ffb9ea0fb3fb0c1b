import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Query, Retriever } from '../../harness/contract.ts';
import { loadDataset } from '../../harness/datasets/load.ts';
import { packageRoot } from '../../harness/files/package-root.ts';
import type { Settings } from '../../harness/options.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { testRetriever } from '../conformance.ts';
import { resolveSystem } from '../resolve-system.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { jsonEngine, luceneEngine, qdrantEngine, typesenseEngine } from './testing/engines.ts';
import { type Asked, type Reply, type Service, startService } from './testing/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'http-'));
const services: Service[] = [];
const opened: Retriever[] = [];
afterEach(async () => {
	for (const retriever of opened.splice(0)) retriever.close?.();
	for (const service of services.splice(0)) await service.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const CORPUS = [
	docOf('a/1', 'the ledger is "blue" {{k}}', 0.5, { tags: ['x'] }),
	docOf('2', 'thunder and the ledger\nof old'),
	docOf('3', 'ledger SECRETWORD', 0.5, { sensitive: true }),
	docOf('4', 'a quiet harbour'),
];

async function serve(reply: (asked: Asked) => Reply): Promise<Service> {
	const service = await startService(reply);
	services.push(service);
	return service;
}
async function open(address: string, settings: Settings): Promise<Retriever> {
	const { plugin, options } = await resolveSystem({ retriever: address, settings });
	const retriever = await indexPlugin(plugin, CORPUS, options, quietContext(folder));
	opened.push(retriever);
	return retriever;
}
const ask = async (retriever: Retriever, text: string, depth = 5) =>
	retriever.retrieve({ id: 'q', text, stratum: 's' }, depth, quietQuery());
const idsOf = async (retriever: Retriever, text: string) => (await ask(retriever, text)).map(({ docId }) => docId);

const JSON_SERVICE = { add: 'POST:/docs', search: 'POST:/search', score: 'hits[].score', ready: 'GET:/health' };

const conforming = await startService(jsonEngine());
afterAll(() => conforming.close());
const { plugin, options } = await resolveSystem({
	retriever: conforming.address,
	settings: { ...JSON_SERVICE, reset: 'DELETE:/docs' },
});
testRetriever(plugin, { options });

describe('a plain JSON service', () => {
	it('stores the corpus without sensitive documents, and finds', async () => {
		const service = await serve(jsonEngine());
		const retriever = await open(service.address, { ...JSON_SERVICE, batch: '2' });
		expect(await ask(retriever, 'the blue ledger')).toEqual([
			{ docId: 'a/1', score: 3 },
			{ docId: '2', score: 2 },
		]);
		expect(service.asked.map(({ path }) => path)).toEqual(['/health', '/docs', '/docs', '/search']);
		expect(JSON.stringify(service.asked)).not.toContain('SECRETWORD');
		// A document's text is no template.
		expect(JSON.parse(service.asked[1]?.body ?? '').docs[0]).toMatchObject({ id: 'a/1', content: CORPUS[0]?.content });
	});

	it('may have its corpus already, and answer at the address itself', async () => {
		const service = await serve(() => ({
			body: [
				{ doc: 2, far: 0.1 },
				{ doc: 4, far: 0.4 },
			],
		}));
		const retriever = await open(`${service.address}/find`, {
			hits: '[].doc',
			score: '-[].far',
			body: '{"q": "{{query}}", "n": {{k}}}',
		});
		expect(await ask(retriever, 'say "a"')).toEqual([
			{ docId: '2', score: -0.1 },
			{ docId: '4', score: -0.4 },
		]);
		expect(service.asked).toMatchObject([{ path: '/find', body: '{"q": "say \\"a\\"", "n": 5}' }]);
		expect(retriever.facts?.()).toEqual({ stored_by_the_run: false });
	});

	it('gets headers from the environment, and no option can hold a secret', async () => {
		process.env.TRIAL_TOKEN = 'Bearer s3cret';
		const service = await serve(({ headers }) =>
			headers.authorization === 'Bearer s3cret' ? { body: { hits: ['2'] } } : { status: 401, body: { error: 'who?' } },
		);
		const retriever = await open(service.address, { hits: 'hits[]', 'header.authorization': 'env:TRIAL_TOKEN' });
		expect(await idsOf(retriever, 'x')).toEqual(['2']);
		const unknown = await open(service.address, { hits: 'hits[]' });
		await expect(ask(unknown, 'x')).rejects.toMatchObject({
			message: expect.stringContaining('401'),
			hint: expect.stringContaining('env:MY_TOKEN'),
		});
		const written = { 'header.authorization': 'Bearer s3cret' };
		await expect(open(service.address, written)).rejects.toThrow('takes env:<VARIABLE>');
		await expect(open(service.address, { 'header.x': 'env:NOT_SET_ANYWHERE' })).rejects.toThrow('is not set');
		await expect(open('http://me:secret@localhost/', {})).rejects.toThrow('has a name or password in it');
	});
});

describe('recipes', () => {
	it('lucene-match', async () => {
		const { address } = await serve(luceneEngine());
		const retriever = await open(address, { recipe: 'lucene-match' });
		expect(await idsOf(retriever, 'blue ledger')).toEqual(['a/1', '2']);
	});

	it('of Lucene say which queries they cut; by vectors alone none is', async () => {
		const cuts = async (recipe: string, words: number, settings: Settings = {}): Promise<boolean | undefined> => {
			const system = await resolveSystem({ retriever: 'http://localhost:1', settings: { recipe, ...settings } });
			return system.plugin.cutsQuery?.({ text: 'word '.repeat(words) }, system.options);
		};
		expect(await cuts('lucene-match', 1000)).toBe(false);
		expect(await cuts('lucene-match', 1001)).toBe(true);
		expect(await cuts('lucene-match', 1001, { query_words: '0' })).toBe(false);
		expect(await cuts('elasticsearch-rrf', 1001)).toBe(true);
		expect(await cuts('elasticsearch-knn', 1001)).toBe(false);
	});

	// The sample ships the vectors of its texts, so no model is needed.
	it.each([
		['qdrant', qdrantEngine],
		['elasticsearch-knn', luceneEngine],
		['opensearch-knn', luceneEngine],
	])('%s: by vectors, as our own exact search ranks', async (recipe, engine) => {
		const { address } = await serve(engine());
		const sample = await loadDataset(join(packageRoot(), 'data', 'sample'));
		const context = { ...quietContext(folder), datasetDirectory: sample.directory };
		const openOn = async (retriever: string, settings: Settings = {}): Promise<Retriever> => {
			const system = await resolveSystem({ retriever, settings });
			const on = await indexPlugin(system.plugin, sample.corpus, system.options, context);
			opened.push(on);
			return on;
		};
		const own = await openOn('dense');
		const theirs = await openOn(address, { recipe });
		for (const query of sample.queries.slice(0, 5)) {
			const [expected, found] = await Promise.all([own, theirs].map((on) => on.retrieve(query, 10, quietQuery())));
			expect(found?.map(({ docId }) => docId)).toEqual(expected?.map(({ docId }) => docId));
		}
		expect(theirs.facts?.()).toMatchObject({ embedder: own.facts?.().embedder });
	});

	it('elasticsearch-rrf: both lists, fused there', async () => {
		const { address } = await serve(luceneEngine());
		const sample = await loadDataset(join(packageRoot(), 'data', 'sample'));
		const { plugin, options } = await resolveSystem({ retriever: address, settings: { recipe: 'elasticsearch-rrf' } });
		const context = { ...quietContext(folder), datasetDirectory: sample.directory };
		const retriever = await indexPlugin(plugin, sample.corpus, options, context);
		opened.push(retriever);
		const [query] = sample.queries;
		const ranking = await retriever.retrieve(query as Query, 10, quietQuery());
		expect(ranking).toHaveLength(10);
		expect(ranking[0]?.score).toBeLessThanOrEqual(2 / 61);
	});

	it('typesense, with its key, and a document that it refuses', async () => {
		process.env.TRIAL_KEY = 'xyz';
		const { address } = await serve(typesenseEngine('xyz'));
		const settings = { recipe: 'typesense', 'header.x-typesense-api-key': 'env:TRIAL_KEY' };
		expect(await idsOf(await open(address, settings), 'blue ledger & more?')).toEqual(['a/1', '2']);
		await expect(open(address, { ...settings, add_body: '{"id": "1", "content": "refused"}\n' })).rejects.toMatchObject(
			{
				message: expect.stringContaining('documents were not stored'),
				hint: expect.stringContaining('is bad'),
			},
		);
	});

	it('refuse options that belong to none', async () => {
		await expect(open('http://localhost:1/', { recipe: 'qdrand' })).rejects.toMatchObject({
			hint: expect.stringContaining('qdrant'),
		});
		await expect(open('http://localhost:1/', { hitz: 'x' })).rejects.toMatchObject({
			hint: expect.stringContaining('hits'),
		});
		await expect(open('http://localhost:1/', { search: '/search' })).rejects.toThrow('a method and a path');
		await expect(open('http://localhost:1/', { hits: 'a..b' })).rejects.toThrow('no path into an answer');
		await expect(open('http://localhost:1/', { body: '{"q": {{query}}}' })).rejects.toThrow(
			'no JSON once it is filled',
		);
		await expect(open('http://localhost:1/', { body: '{"q": "{{qery}}"}' })).rejects.toThrow('{{qery}}');
		await expect(open('http://localhost:1/', { body: '{"v": {{vector}}}' })).rejects.toThrow('no embedder is named');
	});
});

describe('a service that does not answer well', () => {
	it.each<[string, Reply, Settings, string, string]>([
		[
			'a status',
			{ status: 500, body: { error: 'out of memory' } },
			{},
			'500 Internal Server Error: {"error":"out of memory"}',
			'',
		],
		['text', { text: '<html>' }, {}, 'text that is no JSON: <html>', ''],
		[
			'another shape',
			{ body: { results: [] } },
			{},
			'the answer has no hits[].id: "hits" is missing',
			'an object with results',
		],
		['no ids', { body: { hits: [{ name: 'x' }] } }, {}, 'no id at rank 1', ''],
		['fewer scores', { body: { hits: [{ id: 1 }], s: [] } }, { score: 's[]' }, '1 ids at hits[].id and 0 scores', ''],
		['a redirect', { status: 302 }, {}, '302', 'Redirects are not followed'],
	])('%s', async (_name, reply, settings, message, hint) => {
		const { address } = await serve(() => reply);
		const failure = await ask(await open(address, settings), 'x').then(undefined, (error: unknown) => error);
		expect(failure).toMatchObject({ name: 'BenchError', message: expect.stringContaining(message) });
		if (hint !== '') expect(failure).toMatchObject({ hint: expect.stringContaining(hint) });
	});

	it('nothing listens there: the address is named', async () => {
		const service = await startService(() => ({}));
		await service.close();
		const port = new URL(service.address).port;
		await expect(ask(await open(service.address, {}), 'x')).rejects.toThrow(`nothing listens at 127.0.0.1:${port}`);
		await expect(open(service.address, { ready: 'GET:/health', ready_timeout: '0.1' })).rejects.toThrow(
			'was not ready within',
		);
	});

	it('too late: the request is given up', async () => {
		const { address } = await serve(() => ({ body: { hits: [] }, delayMs: 2000 }));
		const retriever = await open(address, {});
		const controller = new AbortController();
		const asking = retriever.retrieve({ id: 'q', text: 'x', stratum: 's' }, 5, {
			...quietQuery(),
			signal: controller.signal,
		});
		controller.abort(new Error('no time left'));
		await expect(asking).rejects.toThrow('no time left');
	});
});
