import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Doc, IndexContext, Query, Ranking, RetrieveContext, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { type FusedRetriever, isFused } from '../../harness/fusion/fused-retriever.ts';
import { defaultsOf, option, resolveOptions, type Settings } from '../../harness/options.ts';
import { findRetriever } from '../index.ts';
import { optionsOf } from '../options-of.ts';
import { createHybrid } from './hybrid.ts';
import type { HybridOptions } from './hybrid-options.ts';

const WORDS = ['boiler', 'garden', 'router', 'invoice', 'bicycle', 'window'];
const corpus: readonly Doc[] = Array.from({ length: 24 }, (_, docIndex) => ({
	id: `d${docIndex}`,
	content: `${WORDS[docIndex % 6]} ${WORDS[(docIndex * 5 + 1) % 6]} note ${docIndex}`,
	tags: [],
	expandedKeywords: [],
	importance: (docIndex % 4) / 4,
	sensitive: docIndex === 3,
	metadata: {},
}));
const query: Query = { id: 'q', text: 'boiler garden', stratum: 's' };
const notes: string[] = [];
const context: IndexContext = {
	datasetDirectory: '.',
	cacheDirectory: tmpdir(),
	queryCache: true,
	seed: 1,
	progress: { start: () => ({ advance() {}, stop() {} }) },
	note: (message) => notes.push(message),
};
const asked: RetrieveContext = { seeds: new Map(), time: (_stage, work) => work(), startedFrom() {} };

/** A seeded leg that returns its seeds backwards and two documents of its own. */
const walker: RetrieverPlugin = {
	name: 'walker',
	summary: '',
	options: { seeds: option.list(['fts', 'dense'], { help: '' }) },
	seededBy: ({ seeds }) => seeds as readonly string[],
	index: (visible) => ({
		retrieve(_query, depth, { seeds }): Ranking {
			const known = new Set(visible.map(({ id }) => id));
			const own = [...seeds.values()]
				.flatMap((ranking) => ranking.map(({ docId }) => docId))
				.filter((id) => known.has(id));
			return [...new Set(['d23', 'd22', ...own.reverse()])].slice(0, depth).map((docId, i) => ({ docId, score: -i }));
		},
		indexSizeBytes: () => visible.length,
	}),
};
const find = async (name: string): Promise<RetrieverPlugin> =>
	({ walker, dense: { ...(await findRetriever('fts5')), name: 'dense' } })[name] ?? findRetriever(name);
const hybrid = createHybrid(find);

async function open(settings: Settings): Promise<FusedRetriever> {
	const options = resolveOptions('hybrid', await optionsOf(hybrid, settings), settings);
	const retriever = await hybrid.index(corpus, options as HybridOptions, context);
	if (!isFused(retriever)) throw new Error('not fused');
	return retriever;
}

describe('options', () => {
	test('follow from legs, fusion and stages', async () => {
		const settings = { legs: 'fts,two=walker', fusion: 'rrf', stages: 'exact', depth: '20' };
		expect(resolveOptions('hybrid', await optionsOf(hybrid, settings), settings)).toMatchInlineSnapshot(`
			{
			  "absent": "zero",
			  "depth": 20,
			  "depth.fts": 20,
			  "depth.two": 20,
			  "exact.k": 60,
			  "exact.weight": 1,
			  "exclude.fts": [],
			  "exclude.two": [],
			  "exclude_base": false,
			  "fts.sort": "relevance",
			  "fts.tokenizer": "unicode61",
			  "fusion": "rrf",
			  "k": 60,
			  "legs": [
			    "fts",
			    "two=walker",
			  ],
			  "rank_base": 1,
			  "stages": [
			    "exact",
			  ],
			  "two.seeds": [
			    "fts",
			    "dense",
			  ],
			  "weights.fts": 1,
			  "weights.two": 1,
			}
		`);
	});

	test('reach the pipeline and the legs', async () => {
		const { pipeline, legs } = await open({
			legs: 'fts,dense,walker',
			'weights.walker': '0.35',
			'depth.walker': '7',
			'fts.sort': 'importance',
			exclude_base: 'true',
			k: '10',
			stages: 'importance,limit',
			'limit.n': '5',
		});
		expect(pipeline.legs).toEqual([
			{ name: 'fts', weight: 1, depth: 50, exclude: [] },
			{ name: 'dense', weight: 1, depth: 50, exclude: [] },
			{ name: 'walker', weight: 0.35, depth: 7, exclude: ['fts', 'dense'] },
		]);
		expect(pipeline.fusionOptions).toEqual({ k: 10, rank_base: 1, absent: 'zero' });
		expect(pipeline.stages.map(({ stage, options }) => [stage.name, options])).toEqual([
			['importance', { base: 0.7, slope: 0.3 }],
			['limit', { n: 5 }],
		]);
		expect(legs.map(({ name, depth, options }) => [name, depth, options])).toEqual([
			['fts', 50, { sort: 'importance', tokenizer: 'unicode61' }],
			['dense', 50, defaultsOf((await findRetriever('fts5')).options)],
			['walker', 7, { seeds: ['fts', 'dense'] }],
		]);
	});

	test('append follows the order of the legs as listed', async () => {
		const { pipeline } = await open({ legs: 'fts5,fts', fusion: 'append' });
		expect(pipeline.fusionOptions).toEqual({ order: ['fts5', 'fts'] });
	});
});

describe('a named hybrid', () => {
	test.each([
		['hybrid:equal', ['fts', 'dense', 'graph'], 'rrf'],
		['hybrid:balanced', ['lexical=fts5:english', 'dense'], 'minmax'],
	])('%s has legs and a fusion of its own, and takes others', async (name, legs, fusion) => {
		const named = await findRetriever(name);
		expect(resolveOptions(name, await optionsOf(named, {}), {})).toMatchObject({ legs, fusion });
		const settings = { legs: 'fts,fts5', fusion: 'rrf', k: '7' };
		expect(resolveOptions(name, await optionsOf(named, settings), settings)).toMatchObject({
			legs: ['fts', 'fts5'],
			k: 7,
		});
	});

	test('hybrid itself has weights and seeds for its own legs, and fuses other legs by the plain rule', async () => {
		const named = await findRetriever('hybrid');
		expect(resolveOptions('hybrid', await optionsOf(named, {}), {})).toMatchObject({
			legs: ['lexical=fts5:english', 'dense', 'graph'],
			fusion: 'minmax',
			'weights.lexical': 1,
			'weights.dense': 1,
			'weights.graph': 0.3,
			'graph.seeds': ['lexical', 'dense'],
		});
		const own = { 'weights.graph': '0.5' };
		expect(resolveOptions('hybrid', await optionsOf(named, own), own)).toMatchObject({
			fusion: 'minmax',
			'weights.graph': 0.5,
		});
		const others = { legs: 'fts,dense,graph' };
		expect(resolveOptions('hybrid', await optionsOf(named, others), others)).toMatchObject({
			fusion: 'rrf',
			k: 60,
			'weights.graph': 1,
			'graph.seeds': ['fts', 'dense'],
		});
	});

	test('a resolved hybrid resolves to itself', async () => {
		const named = await findRetriever('hybrid');
		const options = resolveOptions('hybrid', await optionsOf(named, {}), {});
		expect(resolveOptions('hybrid', await optionsOf(named, options), options)).toEqual(options);
	});

	test('hybrid:balanced stems and leaves function words out', async () => {
		const named = await findRetriever('hybrid:balanced');
		expect(resolveOptions('x', await optionsOf(named, {}), {})).toMatchObject({
			'lexical.tokenizer': 'porter',
			'lexical.stop_words': 'english',
			'weights.lexical': 1,
			'weights.dense': 1,
			depth: 50,
		});
	});
});

describe('seeds', () => {
	test('come before what they seed', async () => {
		const { legs } = await open({ legs: 'walker,dense,fts' });
		expect(legs.map(({ name, seededBy }) => [name, seededBy])).toEqual([
			['dense', []],
			['fts', []],
			['walker', ['fts', 'dense']],
		]);
	});

	test('that nobody chose give way to the legs that are there, and it is said', async () => {
		notes.length = 0;
		const { legs } = await open({ legs: 'fts,fts5,walker' });
		expect(legs[2]?.seededBy).toEqual(['fts', 'fts5']);
		expect(notes).toEqual([
			'walker starts from fts and fts5: its usual seeds fts and dense are not all among the legs',
		]);
	});

	test.each<[string, Settings, RegExp]>([
		['no leg to start from', { legs: 'walker' }, /seeded by fts and dense, which is not among the other legs/],
		['a chosen one is missing', { legs: 'fts,walker', 'walker.seeds': 'fts,lucene' }, /seeded by lucene, which is not/],
		['a circle', { legs: 'a=walker,b=walker', 'a.seeds': 'b', 'b.seeds': 'a' }, /in a circle: a by b, b by a/],
	])('%s: an error in words', async (_, settings, message) => {
		await expect(open(settings)).rejects.toThrow(message);
		await expect(open(settings)).rejects.toBeInstanceOf(BenchError);
	});
});

describe('bad settings', () => {
	test.each<[Settings, RegExp]>([
		[{ legs: '' }, /option legs takes at least 1 of a list/],
		[{ legs: 'fts,fts' }, /two legs are called "fts"/],
		[{ legs: 'depth=fts' }, /can't be called "depth"/],
		[{ legs: 'fts,nosuch' }, /no retriever "nosuch"/],
		[{ legs: 'fts', fusion: 'rff' }, /no fusion "rff"/],
		[{ legs: 'fts', stages: 'exat' }, /option stages takes .* not "exat"/],
		[{ legs: 'fts', stages: 'exact,exact' }, /stage is listed twice/],
		[{ legs: 'fts', 'weights.fts': '-1' }, /weights.fts takes a number from 0/],
		[{ legs: 'fts', 'weights.fts': '0' }, /every leg has weight 0/],
		[{ legs: 'fts', 'depth.fts': '1.5' }, /depth.fts takes a whole number/],
		[{ legs: 'fts,fts5', 'exclude.fts': 'dense' }, /exclude.fts names "dense"/],
		[{ legs: 'fts,fts5', 'exclude.fts': 'fts' }, /names the leg itself/],
		[{ legs: 'fts,fts5', exclude_base: 'true' }, /no leg is seeded/],
		[{ legs: 'fts', 'weights.graph': '1' }, /no option "weights.graph"/],
		[{ legs: 'fts', fusion: './no-such-fusion.ts' }, /no fusion module/],
	])('%j', async (settings, message) => {
		await expect(open(settings)).rejects.toThrow(message);
	});
});

describe('retrieving', () => {
	test('one query: the fused ranking of what the legs return', async () => {
		const fused = await open({ legs: 'fts,fts5,walker', 'walker.seeds': 'fts' });
		const ranking = await fused.retrieve(query, 5, asked);
		expect(ranking).toHaveLength(5);
		expect([...ranking].sort((x, y) => y.score - x.score)).toEqual(ranking);
		fused.close?.();
	});

	test('the excluded leg at 0.35 changes nothing of the top 10', async () => {
		const base = await (await open({ legs: 'fts,fts5' })).retrieve(query, 8, asked);
		const settings = {
			legs: 'fts,fts5,walker',
			'walker.seeds': 'fts,fts5',
			exclude_base: 'true',
			'weights.walker': '0.35',
		};
		expect(await (await open(settings)).retrieve(query, 8, asked)).toEqual(base);
		const competing = { ...settings, exclude_base: 'false', 'weights.walker': '2' };
		expect(await (await open(competing)).retrieve(query, 8, asked)).not.toEqual(base);
	});

	test('legs are indexed once, on demand, and only plugins that keep sensitive docs local get them', async () => {
		const fused = await open({ legs: 'fts,walker', 'walker.seeds': 'fts' });
		const [fts, walk] = fused.legs;
		expect(await fts?.open()).toBe(await fts?.open());
		expect((await walk?.open())?.indexSizeBytes?.()).toBe(23);
		const found = await fused.retrieve({ ...query, text: 'invoice note 3' }, 1, asked);
		expect(found[0]?.docId).toBe('d3');
		fused.close?.();
	});
});

describe('a fusion of the user', () => {
	const directory = mkdtempSync(join(tmpdir(), 'fusion-'));
	function module(name: string, text: string): string {
		const path = join(directory, name);
		writeFileSync(path, text);
		return path;
	}

	test('is loaded by its path, with its own options', async () => {
		const path = module(
			'best-rank.ts',
			`export const bestRank = { name: 'best', summary: '', defaults: { scale: 1 },
				score(pool: { legs: { order: Int32Array }[] }, weights: Float64Array, options: { scale: number }, out: Float64Array) {
					out.fill(0);
					pool.legs.forEach((leg) => leg.order.forEach((c, i) => { out[c] = Math.max(out[c] ?? 0, options.scale / (i + 1)); }));
				} };`,
		);
		const fused = await open({ legs: 'fts,fts5', fusion: path, scale: '2' });
		expect((await fused.retrieve(query, 1, asked))[0]?.score).toBe(2);
	});

	test('that leaves a score out is an error of the plugin', async () => {
		const path = module('lazy.mjs', 'export const lazy = { name: "lazy", defaults: {}, score() {} };');
		const fused = await open({ legs: 'fts', fusion: path });
		await expect(fused.retrieve(query, 3, asked)).rejects.toThrow(/without a finite score/);
	});

	test('a module without one is said', async () => {
		await expect(open({ legs: 'fts', fusion: module('none.mjs', 'export const x = 1;') })).rejects.toThrow(/no fusion/);
	});
});
