import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Doc, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { randomStream } from '../../harness/random.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { createHybrid } from '../hybrid/hybrid.ts';
import { optionsOf } from '../options-of.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { createPostgresDense } from './dense.ts';
import { postgresFts } from './fts.ts';
import { postgresGraph } from './graph.ts';
import { createPostgresHybrid } from './hybrid.ts';
import { DATABASES, inSharedCache } from './testing/databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'postgres-hybrid-'));
const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
	rmSync(folder, { recursive: true, force: true });
});

const WORDS = 'kettle harbour whippet ledger router cabinet thunder viola orchard lantern'.split(' ');
const stream = randomStream(11, 'hybrid');
const word = (): string => WORDS[Math.floor(stream.next() * WORDS.length)] as string;
const sentence = (length: number): string => Array.from({ length }, word).join(' ');
const CORPUS: readonly Doc[] = Array.from({ length: 200 }, (_, i) =>
	docOf(`d${i}`, i % 40 === 3 ? '' : sentence(3 + (i % 9)), Math.floor(stream.next() * 5) / 4, {
		tags: [word(), word()],
		sensitive: i % 50 === 7,
	}),
);
const QUERIES = [...new Set(['', 'unknownword', ...Array.from({ length: 25 }, (_, i) => sentence(1 + (i % 4)))])];

const open = async () => letterEmbedder();
const plugins: Readonly<Record<string, RetrieverPlugin>> = {
	'postgres:fts': inSharedCache(postgresFts) as unknown as RetrieverPlugin,
	'postgres:dense': inSharedCache(createPostgresDense(open)) as unknown as RetrieverPlugin,
	'postgres:graph': inSharedCache(postgresGraph) as unknown as RetrieverPlugin,
};
const inProcess = createHybrid(async (name) => plugins[name] as RetrieverPlugin) as unknown as RetrieverPlugin;
const inSql = inSharedCache(createPostgresHybrid(open)) as unknown as RetrieverPlugin;

async function rankings(plugin: RetrieverPlugin, settings: Settings) {
	const options = resolveOptions(plugin.name, await optionsOf(plugin, settings), settings);
	await plugin.validate?.(options);
	const retriever = await plugin.index(CORPUS, options, quietContext(folder));
	opened.push(retriever);
	const all = [];
	for (const text of QUERIES) all.push(await retriever.retrieve({ id: text, text, stratum: 's' }, 30, quietQuery()));
	return { all, retriever };
}

describe.each(DATABASES)('postgres:hybrid on "%s"', (url) => {
	const prior = { stages: 'importance' };

	it('is the fusion of postgres:fts and postgres:dense in process, to the bit', async () => {
		const sql = await rankings(inSql, { url });
		const here = await rankings(inProcess, {
			legs: ['fts=postgres:fts', 'dense=postgres:dense'],
			'fts.url': url,
			'dense.url': url,
			...prior,
		});
		expect(sql.all.filter((ranking) => ranking.length === 30).length).toBeGreaterThan(20);
		expect(sql.all).toEqual(here.all);
	});

	it('is so with weights, another k, other depths and options of the legs, and without the prior', async () => {
		const own = { 'fts.sort': 'importance', 'fts.or_broaden_min_rank': 0.1, 'dense.where': 'importance>=0.5' };
		const sql = await rankings(inSql, {
			url,
			...own,
			k: 2,
			depth: 20,
			importance: false,
			'weights.fts': 0.3,
			'weights.dense': 1.7,
		});
		const here = await rankings(inProcess, {
			legs: ['fts=postgres:fts', 'dense=postgres:dense'],
			'fts.url': url,
			'dense.url': url,
			...own,
			k: 2,
			depth: 20,
			'weights.fts': 0.3,
			'weights.dense': 1.7,
		});
		expect(sql.all).toEqual(here.all);
	});

	it('is so with the graph that starts from the other two', async () => {
		const graph = { 'graph.max_share': 0.3, 'graph.seeds_per_query': 4 };
		const sql = await rankings(inSql, { url, legs: 'fts,dense,graph', 'weights.graph': 0.6, ...graph });
		const here = await rankings(inProcess, {
			legs: ['fts=postgres:fts', 'dense=postgres:dense', 'graph=postgres:graph'],
			'fts.url': url,
			'dense.url': url,
			'graph.url': url,
			'weights.graph': 0.6,
			...graph,
			...prior,
		});
		expect(sql.all).toEqual(here.all);
	});

	it('reports the overlap of its vector leg where that is approximate', async () => {
		const { retriever } = await rankings(inSql, {
			url,
			'dense.index': 'hnsw',
			'dense.require_index': true,
			'dense.ef_search': 100,
		});
		expect(retriever.facts?.().approximate).toMatchObject({
			queries: QUERIES.length - 1,
			queries_by_index: QUERIES.length - 1,
			overlap_at_10: expect.closeTo(1, 1),
		});
	});

	it('refuses a graph with nothing to start from', async () => {
		await expect(rankings(inSql, { url, legs: 'graph' })).rejects.toThrow('graph has nothing to start from');
	});
});
