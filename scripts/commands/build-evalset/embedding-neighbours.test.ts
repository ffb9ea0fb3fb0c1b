import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Doc, IndexContext } from '../../../harness/contract.ts';
import { letterEmbedder } from '../../../retrievers/embedders/testing/letter-embedder.ts';
import { SILENT_PROGRESS } from '../../terminal.ts';
import { embeddingNeighbours } from './embedding-neighbours.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'neighbours-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function doc(id: string, content: string, sensitive = false): Doc {
	return { id, content, tags: [], expandedKeywords: [], importance: 0.5, sensitive, metadata: {} };
}

const context = (): IndexContext => ({
	datasetDirectory: folder,
	cacheDirectory: join(folder, 'cache'),
	queryCache: true,
	seed: 1,
	progress: SILENT_PROGRESS,
	note: () => undefined,
});

describe('near by embeddings', () => {
	// Texts of the same letters are near one another for this embedder, whatever their words.
	const corpus = [
		doc('1', 'listen'),
		doc('2', ''),
		doc('3', 'quick brown fox'),
		doc('4', 'silent'),
		doc('secret', 'tinsel', true),
		doc('5', 'enlist'),
		doc('6', 'brown quick fox'),
	];

	it('are the nearest others, by docIndex in the corpus', async () => {
		const neighbours = await embeddingNeighbours(corpus, letterEmbedder(), context(), 2);
		expect(neighbours).toMatchObject({ by: 'test:letters', count: 2 });
		expect([...neighbours.near(0)]).toEqual([3, 5]);
		expect([...neighbours.near(5)]).toEqual([0, 3]);
		expect([...neighbours.near(6)][0]).toBe(2);
	});

	it('leave out what is empty, and embed nothing sensitive', async () => {
		const embedder = letterEmbedder();
		const neighbours = await embeddingNeighbours(corpus, embedder, context(), 10);
		expect([...neighbours.near(1)]).toEqual([]);
		expect([...neighbours.near(0)].sort()).toEqual([2, 3, 5, 6]);
		expect(embedder.embedded).not.toContain('tinsel');
	});

	it('come out of the vector cache the second time', async () => {
		const first = await embeddingNeighbours(corpus, letterEmbedder(), context(), 2);
		const embedder = letterEmbedder();
		const second = await embeddingNeighbours(corpus, embedder, context(), 2);
		expect([...second.near(0)]).toEqual([...first.near(0)]);
		expect(embedder.embedded).toEqual([]);
	});
});
