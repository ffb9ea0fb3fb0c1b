import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Doc, Retriever } from '../../harness/contract.ts';
import { loadDataset } from '../../harness/datasets/load.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { bm25, docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { fts5 } from './fts5.ts';

const context = quietQuery();
const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
});

async function open(corpus: readonly Doc[], options: Settings = {}) {
	const retriever = await fts5.index(corpus, resolveOptions('fts5', fts5.options, options), quietContext(''));
	opened.push(retriever);
	return async (text: string, depth = 10) => retriever.retrieve({ id: 'q', text, stratum: 's' }, depth, context);
}

const CORPUS = [
	docOf('1', 'the kettle whistles at dawn and the kettle sings'),
	docOf('2', 'Kettle!'),
	docOf('3', 'harbour lights', 0.5, { tags: ['dawn', 'sea'] }),
	docOf('4', 'the sea'),
	docOf('5', 'nothing of the kind'),
];

describe('fts5', () => {
	it('scores any of the distinct tokens by bm25', async () => {
		const search = await open(CORPUS);
		const found = await search('KETTLE kettle, dawn?');
		const reference = bm25(CORPUS, ['kettle', 'dawn']);
		expect(found.map(({ docId }) => docId)).toEqual(['1', '2', '3']);
		for (const { docId, score } of found)
			expect(score).toBeCloseTo(reference(CORPUS.find(({ id }) => id === docId) as Doc), 10);
	});

	it('stems on request', async () => {
		expect(await (await open(CORPUS))('whistle')).toEqual([]);
		expect((await (await open(CORPUS, { tokenizer: 'porter' }))('whistle')).map(({ docId }) => docId)).toEqual(['1']);
	});

	it('leaves function words of the query out on request, unless it has no others', async () => {
		const without = await open(CORPUS, { stop_words: 'english' });
		expect((await without('the kettle of')).map(({ docId }) => docId)).toEqual(
			(await (await open(CORPUS))('kettle')).map(({ docId }) => docId),
		);
		expect((await without('the')).map(({ docId }) => docId).sort()).toEqual(['1', '4', '5']);
	});

	it('settles equal bm25 by importance, then corpus order, and says so in the scores', async () => {
		const copies = [0.2, 0.9, 0.9, 0.5].map((importance, i) => docOf(`copy${i}`, 'same words', importance));
		const search = await open([...copies, docOf('a', 'else'), docOf('b', 'else'), docOf('c', 'else'), docOf('d', 'x')]);
		const found = await search('same');
		expect(found.map(({ docId }) => docId)).toEqual(['copy1', 'copy2', 'copy3', 'copy0']);
		const [first, second, third, fourth] = found.map(({ score }) => score);
		expect(second).toBe(first);
		expect(third).toBeLessThan(second as number);
		expect(fourth).toBeLessThan(third as number);
		expect(fourth).toBeCloseTo(first as number, 12);
	});

	it('takes words that FTS5 reserves for words', async () => {
		const search = await open([
			docOf('1', 'this or that'),
			docOf('2', 'near and far'),
			docOf('3', 'x'),
			docOf('4', 'y'),
		]);
		expect((await search('OR')).map(({ docId }) => docId)).toEqual(['1']);
		expect((await search('NEAR AND')).map(({ docId }) => docId)).toEqual(['2']);
	});

	it('searches only the columns it is told to', async () => {
		expect((await (await open(CORPUS))('dawn')).map(({ docId }) => docId)).toEqual(['3', '1']);
		expect((await (await open(CORPUS, { columns: ['content'] }))('dawn')).map(({ docId }) => docId)).toEqual(['1']);
		await expect(open(CORPUS, { columns: ['title'] })).rejects.toThrow(
			'fts5: option columns takes a list of at least 1 of content, category, tags, expanded_keywords, not "title"',
		);
		await expect(open(CORPUS, { columns: [] })).rejects.toThrow('option columns takes a list of at least 1');
	});

	it('finds nothing where the query has no such token', async () => {
		expect(await (await open(CORPUS))('?? ...')).toEqual([]);
	});

	// The recall that FTS5 with stemming and OR is known to reach on these two sets.
	it.skipIf(!existsSync('../shared/data/musique')).each([
		['musique', 0.58],
		['cranfield', 0.39],
	])('reaches the known recall@10 on %s', async (name, known) => {
		const dataset = await loadDataset(`../shared/data/${name}`);
		const search = await open(dataset.corpus, { tokenizer: 'porter', columns: ['content'] });
		let sum = 0;
		for (const query of dataset.queries) {
			const relevant = [...(dataset.qrels.get(query.id) ?? [])].filter(([, grade]) => grade >= 1).map(([id]) => id);
			const found = new Set((await search(query.text)).map(({ docId }) => docId));
			sum += relevant.filter((id) => found.has(id)).length / relevant.length;
		}
		expect(Math.abs(sum / dataset.queries.length - known)).toBeLessThan(0.01);
	});
});
