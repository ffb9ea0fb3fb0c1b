import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Doc, Ranking } from '../../harness/contract.ts';
import { resolveOptions } from '../../harness/options.ts';
import { closeServers, serve } from '../embedders/testing/hosted.ts';
import type { Answer, Asked } from '../hosted/testing/api-server.ts';
import { findRetriever } from '../index.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { openPairScorer } from './pair-scorer.ts';
import { TINY_FOLDER } from './testing/tiny.ts';

afterEach(closeServers);

const doc = (id: string, content: string, sensitive = false): Doc => ({
	id,
	content,
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive,
	metadata: {},
});

/** fts5 likes repetition; the reranker below likes documents that say little else. */
const CORPUS = [
	doc('a', 'boiler boiler boiler boiler and the garden and the window and the bicycle'),
	doc('b', 'boiler boiler boiler secret', true),
	doc('c', 'the boiler boiler in the house'),
	doc('d', 'a boiler'),
	...['x', 'y', 'z', 'u', 'v'].map((id) => doc(id, `nothing of that kind ${id}`)),
];

/** The share of a document's words that are the query's: a score of the pair alone. */
function overlap(query: string, text: string): number {
	const wanted = new Set(query.split(' '));
	const words = text.split(' ');
	return words.filter((word) => wanted.has(word)).length / words.length;
}

const DIALECTS: Readonly<Record<string, { path: string; base: string; texts: string; answer(s: number[]): unknown }>> =
	{
		cohere: {
			path: '/v2/rerank',
			base: '/v2',
			texts: 'documents',
			answer: (s) => ({ id: 'x', results: s.map((relevance_score, index) => ({ index, relevance_score })).reverse() }),
		},
		jina: {
			path: '/v1/rerank',
			base: '/v1',
			texts: 'documents',
			answer: (s) => ({ results: s.map((relevance_score, index) => ({ index, relevance_score })).reverse() }),
		},
		voyage: {
			path: '/v1/rerank',
			base: '/v1',
			texts: 'documents',
			answer: (s) => ({
				object: 'list',
				data: s.map((relevance_score, index) => ({ index, relevance_score })).reverse(),
			}),
		},
		tei: {
			path: '/rerank',
			base: '',
			texts: 'texts',
			answer: (s) => s.map((score, index) => ({ index, score })).reverse(),
		},
	};

const rerankApi = (
	provider: string,
	change: (asked: Asked) => Promise<Answer | undefined> | undefined = () => undefined,
) => {
	const { path, base, texts, answer } = DIALECTS[provider] as (typeof DIALECTS)[string];
	const word = provider.toUpperCase();
	return serve(`${word}_BASE_URL`, base, `${word}_API_KEY`, async (asked) => {
		const other = await change(asked);
		if (other !== undefined) return other;
		if (asked.path !== path || asked.headers.authorization !== 'Bearer a-key') return { status: 404 };
		return { body: answer(asked.body[texts].map((text: string) => overlap(asked.body.query, text))) };
	});
};

async function open(settings: Readonly<Record<string, string>>, cache = mkdtempSync(join(tmpdir(), 'rerank-'))) {
	const plugin = await findRetriever('rerank');
	const options = resolveOptions('rerank', plugin.options, { of: 'fts5', ...settings });
	await plugin.validate?.(options);
	const retriever = await plugin.index(CORPUS, options, { ...quietContext(''), cacheDirectory: cache });
	const ids = async (id = 'q'): Promise<readonly string[]> =>
		((await retriever.retrieve({ id, text: 'boiler', stratum: 's' }, 10, quietQuery())) as Ranking).map(
			({ docId }) => docId,
		);
	return { retriever, ids, cache };
}

describe('rerank', () => {
	it.each(Object.keys(DIALECTS))(
		'%s: sorts by its scores; a sensitive document is not sent and keeps its rank',
		async (provider) => {
			const server = await rerankApi(provider);
			const plain = await (await findRetriever('fts5')).index(
				CORPUS,
				resolveOptions('fts5', (await findRetriever('fts5')).options, {}),
				quietContext(''),
			);
			const before = (await plain.retrieve({ id: 'q', text: 'boiler', stratum: 's' }, 10, quietQuery())).map(
				(d) => d.docId,
			);
			const { ids, retriever } = await open({ model: `${provider}:m` });
			const after = await ids();
			expect([...after].sort()).toEqual([...before].sort());
			expect(after.indexOf('b')).toBe(before.indexOf('b'));
			expect(after.filter((id) => id !== 'b')).toEqual(['d', 'c', 'a']);
			expect(before.filter((id) => id !== 'b')).not.toEqual(['d', 'c', 'a']);
			expect(JSON.stringify(server.asked)).not.toContain('secret');
			retriever.close?.();
		},
	);

	it('only the first documents change places', async () => {
		await rerankApi('cohere');
		const all = await (await open({ model: 'cohere:m', top: '1' })).ids();
		const { ids } = await open({ model: 'cohere:m', top: '2' });
		expect((await ids()).slice(2)).toEqual(all.slice(2));
	});

	it('asks for no pair twice, in this run or the next', async () => {
		const server = await rerankApi('voyage');
		const { ids, cache, retriever } = await open({ model: 'voyage:m' });
		const first = await ids();
		expect(await ids('again')).toEqual(first);
		retriever.close?.();
		const next = await open({ model: 'voyage:m' }, cache);
		expect(await next.ids()).toEqual(first);
		// Once to see whether it answers at all, once for the pairs.
		expect(server.asked).toHaveLength(2);
	});

	it('past the deadline the first order stands, and is counted', async () => {
		let asked = 0;
		await rerankApi('tei', async () => {
			// The first question is whether it can be asked at all.
			if (asked++ > 0) await new Promise((done) => setTimeout(done, 3000));
			return undefined;
		});
		const { ids, retriever } = await open({ model: 'tei:m', deadline_ms: '30' });
		const alone = await open({ model: 'tei:m', top: '1', deadline_ms: '30' });
		expect(await ids()).toEqual(await alone.ids());
		expect(retriever.facts?.()).toMatchObject({ queries_past_deadline: 1 });
	});

	it('a server that is down is an error, not a deadline that is missed', async () => {
		await rerankApi('cohere', async () => ({ status: 401 }));
		await expect((await open({ model: 'cohere:m', deadline_ms: '30' })).ids()).rejects.toThrow('answered 401');
	});

	it('sends no more documents at once than the server takes', async () => {
		const server = await rerankApi('tei');
		const scorer = await openPairScorer('tei:m', {
			...quietContext(''),
			cacheDirectory: mkdtempSync(join(tmpdir(), 'rerank-')),
		});
		const docs = Array.from({ length: 70 }, (_, i) => doc(`d${i}`, `boiler ${'house '.repeat(i)}`));
		const { scores } = await scorer.score({ id: 'q', text: 'boiler', stratum: 's' }, docs, 0);
		expect(server.asked.map(({ body }) => body.texts.length)).toEqual([1, 32, 32, 6]);
		expect(scores.map((pair) => pair?.score)).toEqual(
			docs.map(({ content }) => Math.fround(overlap('boiler', content))),
		);
		scorer.close();
	});

	it('a folder: a small cross-encoder orders, in this process', async () => {
		const { ids, retriever } = await open({ model: `folder:${TINY_FOLDER}` });
		expect(await ids()).toEqual(await (await open({ model: `folder:${TINY_FOLDER}`, top: '4' })).ids());
		expect((await ids()).filter((id) => id !== 'b')).toEqual(['d', 'a', 'c']);
		expect(retriever.facts?.()).toMatchObject({ pairs_cut: 0, queries_past_deadline: 0 });
		retriever.close?.();
	});

	it('an answer without all scores is an error', async () => {
		await rerankApi('cohere', async () => ({ body: { results: [{ index: 0, relevance_score: 1 }] } }));
		await expect((await open({ model: 'cohere:m' })).ids()).rejects.toThrow('did not answer with one score');
	});

	it.each(['', 'cohere', 'cohere:', 'nobody:m'])('model "%s" is refused', async (model) => {
		await expect(open({ model })).rejects.toMatchObject({ code: 'usage' });
	});
});
