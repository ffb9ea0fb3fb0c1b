import { afterAll, describe, expect, it } from 'vitest';
import type { Doc, Retriever } from '../../harness/contract.ts';
import { resolveOptions } from '../../harness/options.ts';
import { bm25, docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { fts } from './fts.ts';

const context = quietQuery();
const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
});

async function search(corpus: readonly Doc[], text: string, depth = 10, sort = 'relevance') {
	const retriever = await fts.index(corpus, resolveOptions('fts', fts.options, { sort }), quietContext(''));
	opened.push(retriever);
	return retriever.retrieve({ id: 'q', text, stratum: 's' }, depth, context);
}

const CORPUS = [
	docOf('1', 'the kettle whistles at dawn', 0.1),
	docOf('2', 'the kettle is new', 0.9),
	docOf('3', 'dawn over the harbour harbour', 0.2),
	docOf('4', 'nothing of the kind', 1),
	docOf('5', 'a well known "blue" cabinet, 50% off', 0.3, { tags: ['furniture'], category: 'house' }),
	docOf('6', 'another well stands here', 0.4),
];

describe('fts', () => {
	it('wants every token first', async () => {
		expect((await search(CORPUS, 'kettle dawn')).map(({ docId }) => docId)).toEqual(['1']);
	});

	it('takes any token where no document has all', async () => {
		const found = (await search(CORPUS, 'kettle harbour')).map(({ docId }) => docId);
		expect(new Set(found)).toEqual(new Set(['1', '2', '3']));
	});

	it('does not stem', async () => {
		expect(await search(CORPUS, 'kettles')).toEqual([]);
	});

	it('scores 0.7 (-bm25) + 0.3 importance, or 0.4 and 0.6', async () => {
		const bm25Of = bm25(CORPUS, ['kettle']);
		for (const [sort, relevance, importance] of [
			['relevance', 0.7, 0.3],
			['importance', 0.4, 0.6],
		] as const)
			for (const { docId, score } of await search(CORPUS, 'kettle', 10, sort)) {
				const doc = CORPUS.find(({ id }) => id === docId) as Doc;
				expect(score).toBeCloseTo(relevance * bm25Of(doc) + importance * doc.importance, 10);
			}
	});

	it('mixes importance into every match before it cuts', async () => {
		const corpus = [
			...Array.from({ length: 30 }, (_, i) => docOf(`t${i}`, 'tea tea tea', 0)),
			docOf('important', `tea ${'and much else '.repeat(20)}`, 1),
			...Array.from({ length: 80 }, (_, i) => docOf(`o${i}`, 'coffee', 0)),
		];
		expect((await search(corpus, 'tea', 1, 'importance'))[0]?.docId).toBe('important');
	});

	it('finds tags and categories as it finds content', async () => {
		expect((await search(CORPUS, 'furniture'))[0]?.docId).toBe('5');
		expect((await search(CORPUS, 'house'))[0]?.docId).toBe('5');
	});

	it('takes the operators and quotes of FTS5 for text', async () => {
		expect((await search(CORPUS, '"blue" cabinet')).map(({ docId }) => docId)).toEqual(['5']);
		expect(await search(CORPUS, 'content:dawn')).toEqual([]);
	});

	it('falls back on LIKE, by importance, where FTS5 refuses the query', async () => {
		const found = await search(CORPUS, 'WELL\0');
		expect(found).toEqual([
			{ docId: '6', score: 0.4 },
			{ docId: '5', score: 0.3 },
		]);
		expect((await search(CORPUS, '50%\0off')).map(({ docId }) => docId)).toEqual(['5']);
		expect(await search(CORPUS, '5_%\0off')).toEqual([]);
		expect(await search(CORPUS, '\0')).toEqual([]);
	});

	it('says which sorts there are', async () => {
		await expect(search(CORPUS, 'dawn', 1, 'newest')).rejects.toMatchObject({
			code: 'usage',
			message: 'fts: option sort takes relevance or importance, not "newest"',
		});
	});
});
