import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Doc, Ranking, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { randomStream } from '../../harness/random.ts';
import { cooccurrence } from '../graph/cooccurrence.ts';
import { createTyped } from '../graph/typed.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { wordVectors } from '../testing/word-vectors.ts';
import { postgresGraph } from './graph.ts';
import { DATABASES, inSharedCache } from './testing/databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'postgres-graph-'));
const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
	rmSync(folder, { recursive: true, force: true });
});

const stream = randomStream(7, 'graph');
const pick = (most: number): number => Math.floor(stream.next() * most);
const CORPUS: readonly Doc[] = Array.from({ length: 120 }, (_, i) =>
	docOf(`d${i}`, '', 0.5, { tags: Array.from({ length: 1 + pick(4) }, () => `topic${pick(35)}x`) }),
);
const DATES = [undefined, { valid_to: '2024-01-01' }, { valid_from: '2024-01-01' }];
writeFileSync(
	join(folder, 'triples.jsonl'),
	CORPUS.map(({ id }) => {
		const triples = Array.from({ length: pick(4) }, () => {
			const dates = DATES[pick(3)];
			const triple = [`thing ${pick(40)}a`, `relation${pick(3)}`, `thing ${pick(40)}a`];
			return dates === undefined ? triple : [...triple, dates];
		});
		return `${JSON.stringify({ id, entities: [`thing ${pick(40)}a`], triples })}\n`;
	}).join(''),
);
const SEEDS: readonly ReadonlyMap<string, Ranking>[] = Array.from({ length: 12 }, () => {
	const leg = (): Ranking => {
		const ids = [...new Set(Array.from({ length: 8 }, () => `d${pick(CORPUS.length)}`))];
		return ids.map((docId, rank) => ({ docId, score: 10 - rank }));
	};
	return new Map([
		['fts', leg()],
		['dense', leg()],
	]);
});

async function answers(plugin: RetrieverPlugin, settings: Settings, text = '') {
	const options = resolveOptions(plugin.name, plugin.options, settings);
	const retriever = await plugin.index(CORPUS, options, quietContext(folder));
	opened.push(retriever);
	const ask = async (seeds: ReadonlyMap<string, Ranking>) => {
		let started: readonly string[] = [];
		const found = await retriever.retrieve(
			{ id: 'q', text, stratum: 's' },
			40,
			quietQuery(seeds, (ids) => {
				started = ids;
			}),
		);
		return { found: new Map(found.map(({ docId, score }) => [docId, score])), started };
	};
	const all = [];
	for (const seeds of text === '' ? SEEDS : [new Map<string, Ranking>()]) all.push(await ask(seeds));
	return { all, covered: CORPUS.map(({ id }) => retriever.covers?.(id)) };
}

function expectSame(found: Awaited<ReturnType<typeof answers>>, expected: Awaited<ReturnType<typeof answers>>): void {
	expect(expected.all.some((answer) => answer.found.size > 3)).toBe(true);
	expect(found.covered).toEqual(expected.covered);
	found.all.forEach((answer, i) => {
		const other = expected.all[i] as (typeof expected.all)[number];
		expect(answer.started).toEqual(other.started);
		expect(answer.found.size).toBe(other.found.size);
		for (const [docId, score] of answer.found) expect(score).toBeCloseTo(other.found.get(docId) ?? Number.NaN, 12);
	});
}

describe.each(DATABASES)('postgres:graph on "%s"', (url) => {
	const plugin = inSharedCache(postgresGraph) as unknown as RetrieverPlugin;
	const here = cooccurrence as unknown as RetrieverPlugin;
	const pruning = { min_docs: 2, max_share: 0.2 };

	it.each<Settings>([
		{},
		{ hops: 3, decay: 0.7, neighbours: 4 },
		{ hops: 1, seed_share: 0, role: 'generator' },
		{ hub_cap: 7, seeds_per_query: 5 },
	])('gives every document the support that graph gives it: %j', async (settings) => {
		expectSame(
			await answers(plugin, { url, ...pruning, ...settings }),
			await answers(here, { ...pruning, ...settings }),
		);
	});

	it('starts from what the query names where no leg seeds it', async () => {
		const text = 'topic3x and topic11x';
		expectSame(await answers(plugin, { url, ...pruning }, text), await answers(here, pruning, text));
	});

	const typed = createTyped(wordVectors()) as unknown as RetrieverPlugin;
	it.each<[Settings, Settings]>([
		[{ hops: 2 }, {}],
		[{ hops: 3, decay: 0.8, seeds_per_query: 5 }, {}],
		[{ hops: 3, hub_cap: 9, role: 'generator', valid_at: '2023-06-01' }, { as_of: '2023-06-01' }],
		[{ hops: 3, valid_at: '2024-06-01' }, { as_of: '2024-06-01' }],
	])('gives every document the support that graph:typed gives it: %j', async (settings, named) => {
		const { valid_at: _, ...shared } = settings;
		// As broad as the graph: where strengths tie at the edge of a breadth, the two number their nodes differently.
		const found = await answers(plugin, { url, source: 'triples', neighbours: 400, ...settings });
		const expected = await answers(typed, { walk: 'khop', breadth: 400, ...shared, ...named });
		// Which documents have an edge depends on the time; the table keeps all times.
		expectSame({ ...found, covered: [] }, { ...expected, covered: [] });
	});
});
