import { afterAll, describe, expect, it } from 'vitest';
import type { Doc, Retriever } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { postgresFts } from './fts.ts';
import { DATABASES, inSharedCache } from './testing/databases.ts';

const plugin = inSharedCache(postgresFts);
const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
});

// ts_rank of one word that stands once, by weight: D 0.1, C 0.2, B 0.4, A 1, each times 6 / pi^2.
const ONCE = 6 / Math.PI ** 2;

const CORPUS: readonly Doc[] = [
	docOf('1', 'the kettle whistles at dawn', 0.1, { createdAt: new Date('2024-03-01') }),
	docOf('2', 'the kettle is new', 0.9, { createdAt: new Date('2021-03-01') }),
	docOf('3', 'dawn over the harbour', 0.2, { createdAt: new Date('2023-03-01') }),
	docOf('4', 'nothing of the kind', 1, { tags: ['harbour'] }),
	docOf('5', 'a plain cabinet', 0.3, { category: 'harbour' }),
	docOf('6', 'a box', 0.4, { expandedKeywords: ['harbour'] }),
];

describe.each(DATABASES)('postgres:fts on "%s"', (url) => {
	async function search(text: string, settings: Settings = {}, depth = 10, corpus = CORPUS) {
		const options = resolveOptions('postgres:fts', postgresFts.options, { url, ...settings });
		await postgresFts.validate?.(options);
		const retriever = await plugin.index(corpus, options, quietContext(''));
		opened.push(retriever);
		return retriever.retrieve({ id: 'q', text, stratum: 's' }, depth, quietQuery());
	}
	const ids = async (...args: Parameters<typeof search>) => (await search(...args)).map(({ docId }) => docId);

	it('scores 0.7 ts_rank + 0.3 importance, with the weights of A to D', async () => {
		const found = await search('harbour');
		const byId = new Map(found.map(({ docId, score }) => [docId, score]));
		expect(byId.get('3')).toBeCloseTo(0.7 * ONCE + 0.3 * 0.2, 6);
		expect(byId.get('6')).toBeCloseTo(0.7 * 0.4 * ONCE + 0.3 * 0.4, 6);
		expect(byId.get('4')).toBeCloseTo(0.7 * 0.2 * ONCE + 0.3 * 1, 6);
		expect(byId.get('5')).toBeCloseTo(0.7 * 0.1 * ONCE + 0.3 * 0.3, 6);
		const important = await search('harbour', { sort: 'importance' });
		expect(important[0]).toEqual({ docId: '4', score: expect.closeTo(0.4 * 0.2 * ONCE + 0.6, 6) });
	});

	it('puts rows that hold any word after those that hold all', async () => {
		expect(await ids('kettle dawn')).toEqual(['1', '2', '3']);
		expect((await search('kettle dawn')).map(({ score }) => score > 0)).toEqual([true, false, false]);
		expect(await ids('kettle dawn', {}, 1)).toEqual(['1']);
		expect(await ids('kettle dawn', { or_broaden: false })).toEqual(['1']);
		expect(await ids('kettle dawn', { or_broaden_min_rank: 0.9 })).toEqual(['1']);
	});

	it('sorts a broadened query by importance alone with merge_sort=importance', async () => {
		expect(await ids('kettle dawn', { merge_sort: 'importance' })).toEqual(['2', '3', '1']);
		// Not broadened: nothing is merged.
		expect(await ids('kettle dawn', { merge_sort: 'importance' }, 1)).toEqual(['1']);
		const same = CORPUS.map((doc) => ({ ...doc, importance: 0.5 }));
		expect(await ids('kettle dawn', { merge_sort: 'importance' }, 10, same)).toEqual(['1', '2', '3']);
	});

	it('sorts by date with sort=recency', async () => {
		expect(await ids('dawn', { sort: 'recency' })).toEqual(['1', '3']);
	});

	it('stems with english and not with simple', async () => {
		expect(await ids('kettles')).toEqual(['2', '1']);
		expect(await ids('kettles', { config: 'simple' })).toEqual([]);
		expect((await ids('the kettle', { config: 'simple' })).length).toBe(4);
	});

	it('reads operators only with parser=websearch', async () => {
		expect(await ids('kettle -dawn', { parser: 'websearch', or_broaden: false })).toEqual(['2']);
		expect(await ids('kettle -dawn', { or_broaden: false })).toEqual(['1']);
		expect(await ids("kettle:* & !dawn | ' \\")).toEqual(['1', '2', '3']);
	});

	it('refuses what no server has', async () => {
		await expect(search('x', { config: 'klingon' })).rejects.toThrow('no text search configuration "klingon"');
		await expect(search('x', { config: "english'; DROP" })).rejects.toThrow('not the name of');
		await expect(search('x', { rank_weights: '1,2,3,4' })).rejects.toThrow('four numbers from 0 to 1');
	});
});

it('says which queries are longer than it takes', () => {
	const values = resolveOptions('postgres:fts', postgresFts.options, {});
	expect(postgresFts.cutsQuery?.({ text: `${'a'.repeat(100_000)} \n` }, values)).toBe(false);
	expect(postgresFts.cutsQuery?.({ text: `${'a'.repeat(100_000)} b` }, values)).toBe(true);
});

describe('the address', () => {
	const check = (url: string) => () =>
		postgresFts.validate?.(resolveOptions('postgres:fts', postgresFts.options, { url }));

	it('may not hold a password, which is never repeated', () => {
		for (const url of ['postgres://me:hush@h/db', 'postgres://me@h/db?password=hush'])
			expect(check(url)).toThrow(
				expect.objectContaining({ code: 'usage', message: expect.not.stringContaining('hush') }),
			);
		expect(check('http://h')).toThrow('not an address of a Postgres server');
		expect(check('postgresql://me@h:5433/db')).not.toThrow();
	});
});
