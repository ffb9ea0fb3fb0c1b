import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CachedEmbedder, cachedEmbedder } from './cached.ts';
import type { TextEmbedder } from './embedding.ts';
import { letterEmbedder } from './testing/letter-embedder.ts';
import { vectorCache } from './vector-cache.ts';
import { openVectorPack, writeVectorPack } from './vector-pack.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'cached-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const silent = {
	note: () => undefined,
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
};

async function withCache<T>(embedder: TextEmbedder, work: (cached: CachedEmbedder) => Promise<T>): Promise<T> {
	const cached = cachedEmbedder(embedder, vectorCache(folder, silent.note), openVectorPack(folder, embedder, fail));
	try {
		return await work(cached);
	} finally {
		cached.close();
	}
}

function fail(message: string): never {
	throw new Error(message);
}

describe('an embedder with a cache', () => {
	it('computes each distinct text once and gives the vectors of the embedder itself, in order', async () => {
		const embedder = letterEmbedder();
		const texts = ['apple', 'pear', 'apple', 'plum'];
		const vectors = await withCache(embedder, (cached) => cached.embed(texts, 'document', silent));
		expect(embedder.embedded).toEqual(['apple', 'pear', 'plum']);
		expect(vectors).toEqual(await letterEmbedder().embedCounted(texts, 'document'));
	});

	it('loads no model when everything is there', async () => {
		await withCache(letterEmbedder(), (cached) => cached.embed(['apple', 'pear'], 'document', silent));
		const second = letterEmbedder();
		const vectors = await withCache(second, (cached) => cached.embed(['pear', 'apple'], 'document', silent));
		expect(second.loads).toBe(0);
		expect(second.embedded).toEqual([]);
		expect(vectors).toEqual(await letterEmbedder().embedCounted(['pear', 'apple'], 'document'));
	});

	it('embeds one changed document of many, and nothing else', async () => {
		const texts = Array.from({ length: 100 }, (_, i) => `document ${i.toString(36)}`);
		await withCache(letterEmbedder(), (cached) => cached.embed(texts, 'document', silent));
		const second = letterEmbedder();
		await withCache(second, (cached) => cached.embed(texts.with(40, 'changed'), 'document', silent));
		expect(second.embedded).toEqual(['changed']);
	});

	it('computes anew for another embedder id and for another role', async () => {
		await withCache(letterEmbedder(), (cached) => cached.embed(['apple'], 'document', silent));
		const other = letterEmbedder({ id: 'test:letters revision=2' });
		await withCache(other, (cached) => cached.embed(['apple'], 'document', silent));
		expect(other.embedded).toEqual(['apple']);
		const query = letterEmbedder();
		await withCache(query, (cached) => cached.embed(['apple'], 'query', silent));
		expect(query.embedded).toEqual(['apple']);
	});

	it('keeps what was computed before the embedder failed', async () => {
		const failing = letterEmbedder();
		let calls = 0;
		const embedder: TextEmbedder = {
			...failing,
			embedCounted: (texts, role) =>
				++calls > 2 ? Promise.reject(new Error('out of memory')) : failing.embedCounted(texts, role),
		};
		const texts = Array.from({ length: 64 }, (_, i) => `document ${i.toString(36)}`);
		await expect(withCache(embedder, (cached) => cached.embed(texts, 'document', silent))).rejects.toThrow('memory');
		const second = letterEmbedder();
		await withCache(second, (cached) => cached.embed(texts, 'document', silent));
		expect(second.embedded).toHaveLength(32);
	});
});

describe('a pack beside the dataset', () => {
	const texts = { document: ['apple', 'pear'], query: ['a fruit'] };
	const write = async (embedder: TextEmbedder) =>
		writeVectorPack(join(folder, 'vectors'), 'letters', embedder, texts, {
			document: await embedder.embedCounted(texts.document, 'document'),
			query: await embedder.embedCounted(texts.query, 'query'),
		});

	it('serves its vectors without a model', async () => {
		await write(letterEmbedder());
		const embedder = letterEmbedder();
		const [documents, queries] = await withCache(embedder, async (cached) => [
			await cached.embed(texts.document, 'document', silent),
			await cached.embed(texts.query, 'query', silent),
		]);
		expect(embedder.loads).toBe(0);
		expect(documents).toEqual(await letterEmbedder().embedCounted(texts.document, 'document'));
		expect(queries).toEqual(await letterEmbedder().embedCounted(texts.query, 'query'));
	});

	it('of another embedder is not used', async () => {
		await write(letterEmbedder({ id: 'test:other' }));
		const embedder = letterEmbedder();
		await withCache(embedder, (cached) => cached.embed(texts.document, 'document', silent));
		expect(embedder.embedded).toEqual(texts.document);
	});
});
