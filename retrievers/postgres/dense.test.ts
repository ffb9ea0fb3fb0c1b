import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Doc, IndexContext, Retriever } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { randomStream } from '../../harness/random.ts';
import { denseRetriever } from '../dense/dense.ts';
import type { TextEmbedder } from '../embedders/embedding.ts';
import { normalised } from '../embedders/pooling.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { connect } from './connect.ts';
import { createPostgresDense } from './dense.ts';
import { toHalf } from './half.ts';
import { DATABASES, inSharedCache, SHARED_CACHE } from './testing/databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'postgres-dense-'));
const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
	rmSync(folder, { recursive: true, force: true });
});

/** A fixed random direction per text: neighbours that an index has to look for. */
function randomEmbedder(): TextEmbedder {
	const dimensions = 16;
	const vectorOf = (text: string): Float32Array => {
		const stream = randomStream(1, text);
		return normalised(Array.from({ length: dimensions }, () => stream.next() - 0.5));
	};
	return {
		...letterEmbedder({ id: 'test:random' }),
		id: 'test:random',
		dimensions,
		embedCounted: async (texts) => texts.map((text) => ({ vector: vectorOf(text), tokens: 1 })),
		embed: async (texts) => texts.map(vectorOf),
	};
}

const CORPUS: readonly Doc[] = Array.from({ length: 1500 }, (_, i) =>
	docOf(`d${i}`, i % 10 === 0 ? '' : `memory ${i}`, (i % 5) / 5, {
		category: i % 50 === 1 ? 'rare' : 'common',
		tags: i % 2 === 0 ? ['even'] : ['odd'],
		createdAt: new Date(Date.UTC(2020, 0, 1 + i)),
		sensitive: i === 7,
	}),
);

describe.each(DATABASES)('postgres:dense on "%s"', (url) => {
	const plugin = inSharedCache(createPostgresDense(async () => randomEmbedder()));
	async function open(settings: Settings, corpus = CORPUS, notes: string[] = []) {
		const options = resolveOptions('postgres:dense', plugin.options, { url, ...settings });
		await plugin.validate?.(options);
		const context: IndexContext = { ...quietContext(folder), note: (text) => notes.push(text) };
		const retriever = await plugin.index(corpus, options, context);
		opened.push(retriever);
		const search = async (text: string, depth: number) =>
			retriever.retrieve({ id: text, text, stratum: 's' }, depth, quietQuery());
		return { retriever, search, notes };
	}

	it('is exact with index=none: the ranking of the in-process search', async () => {
		const { search, retriever } = await open({ type: 'vector' });
		const here = await denseRetriever(
			CORPUS,
			{ embedder: 'test', chunk: 0, fields: 'content', units: 'content', pool: 'max' },
			quietContext(folder),
			randomEmbedder(),
		);
		opened.push(here);
		for (const text of ['a', 'b', 'c']) {
			const expected = await here.retrieve({ id: text, text, stratum: 's' }, 20, quietQuery());
			const found = await search(text, 20);
			expect(found.map(({ docId }) => docId)).toEqual(expected.map(({ docId }) => docId));
			found.forEach(({ score }, rank) => {
				expect(score).toBeCloseTo(expected[rank]?.score as number, 5);
			});
		}
		expect(retriever.facts?.()).toMatchObject({ null_vectors: url === 'embedded' ? 151 : 150, index: 'none' });
		expect(retriever.facts?.()).not.toHaveProperty('approximate');
	});

	it('stores halfvec as it says', async () => {
		const { search, retriever } = await open({ type: 'halfvec', index: 'hnsw', require_index: true, ef_search: 400 });
		await search('a', 10);
		expect(retriever.facts?.()).toMatchObject({ type: 'halfvec', approximate: { overlap_at_10: 1 } });
		const { database, release } = await connect(url, SHARED_CACHE);
		const values = Array.from({ length: 200 }, (_, i) => Math.fround(Math.sin(i) * 10 ** -(i % 8)));
		const [row] = await database.query<{ stored: string }>(`SELECT $1::text::halfvec::text AS stored`, [
			`[${values.join(',')}]`,
		]);
		(JSON.parse(row?.stored as string) as number[]).forEach((stored, i) => {
			expect(toHalf(stored)).toBeCloseTo(toHalf(values[i] as number), 10);
		});
		release();
	});

	it('says how much of exact search HNSW finds, and that the index was used', async () => {
		const { search, retriever } = await open({
			index: 'hnsw',
			require_index: true,
			ef_search: 10,
			m: 4,
			ef_construction: 8,
		});
		for (let i = 0; i < 30; i++) await search(`query ${i}`, 10);
		const approximate = retriever.facts?.().approximate as Record<string, number>;
		expect(approximate).toMatchObject({ queries: 30, queries_by_index: 30 });
		expect(approximate.overlap_at_10).toBeGreaterThan(0.2);
		expect(approximate.overlap_at_10).toBeLessThan(1);
		const wide = await open({ index: 'hnsw', require_index: true, ef_search: 400, m: 4, ef_construction: 8 });
		for (let i = 0; i < 30; i++) await wide.search(`query ${i}`, 10);
		const better = wide.retriever.facts?.().approximate as Record<string, number>;
		expect(better.overlap_at_10).toBeGreaterThan(approximate.overlap_at_10 as number);
	});

	it('says that the planner left the index, and that the figure is exact search', async () => {
		const { search, retriever, notes } = await open({ index: 'hnsw' }, CORPUS.slice(0, 30));
		await search('a', 10);
		await search('b', 10);
		expect(notes.filter((note) => note.includes('does not use the hnsw index'))).toHaveLength(1);
		expect(retriever.facts?.()).toMatchObject({ approximate: { queries: 2, queries_by_index: 0, overlap_at_10: 1 } });
	});

	it('says that ef_search below depth cuts the result', async () => {
		const { search, retriever, notes } = await open({ index: 'hnsw', require_index: true, ef_search: 20 });
		expect((await search('a', 100)).length).toBeLessThan(100);
		expect(notes.join()).toContain('ef_search=20 is below the depth 100');
		expect(retriever.facts?.()).toMatchObject({ approximate: { queries_with_fewer_than_depth: 1 } });
	});

	it('says that a filter left too few rows, which iterative_scan mends', async () => {
		const rare = { index: 'hnsw', require_index: true, where: 'category=rare' };
		const { search, notes, retriever } = await open(rare);
		expect((await search('a', 10)).length).toBeLessThan(10);
		expect(notes.join()).toContain('iterative_scan=relaxed_order');
		expect(retriever.facts?.()).toMatchObject({ documents_in_filter: 30 });
		const iterative = await open({ ...rare, iterative_scan: 'relaxed_order' });
		expect((await iterative.search('a', 10)).length).toBe(10);
	});

	it('filters by category, tag, date and importance', async () => {
		const where = 'category!=rare,tag=odd,tag!=even,created_at>=2020-02-01,created_at<2021-01-01,importance>0.5';
		const { search } = await open({ where });
		const found = await search('a', 1000);
		const expected = CORPUS.filter(
			(doc, i) =>
				i % 10 !== 0 && i % 2 === 1 && i % 50 !== 1 && i >= 31 && i < 366 && doc.importance > 0.5 && !doc.sensitive,
		);
		expect(new Set(found.map(({ docId }) => docId))).toEqual(new Set(expected.map(({ id }) => id)));
	});

	it('searches with ivfflat', async () => {
		const { search, retriever } = await open({ index: 'ivfflat', lists: 20, probes: 20, require_index: true });
		await search('a', 10);
		expect(retriever.facts?.()).toMatchObject({ approximate: { queries_by_index: 1, overlap_at_10: 1 } });
	});

	it.each([
		[{ where: 'colour=red' }, 'names no field'],
		[{ where: 'importance>=2' }, 'does not fit'],
		[{ where: 'category>=a' }, 'does not fit'],
		[{ index: 'hnsw', m: 40, ef_construction: 64 }, 'at least 2 m = 80'],
		[{ require_index: true }, 'index is none'],
	])('refuses %j', async (settings, message) => {
		await expect(open(settings)).rejects.toThrow(message);
	});
});
