import { describe, expect, it } from 'vitest';
import type { Doc, Ranking } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { cooccurrence } from './cooccurrence.ts';

// A chain: a and b share `alpha`, b and c `beta`; d shares both with b; e stands alone; f holds what everyone holds.
const CORPUS: readonly Doc[] = [
	docOf('a', '', 0.5, { tags: ['alpha'] }),
	docOf('b', '', 0.5, { tags: ['alpha', 'beta'] }),
	docOf('c', '', 0.5, { tags: ['beta', 'gamma'] }),
	docOf('d', '', 0.5, { tags: ['alpha', 'beta', 'delta'] }),
	docOf('e', '', 0.5, { tags: ['epsilon'] }),
	docOf('f', '', 0.5, { tags: ['gamma'] }),
];
const ALL = { min_docs: 1, max_share: 1 };

function ranking(...ids: readonly string[]): Ranking {
	return ids.map((docId, rank) => ({ docId, score: 10 - rank }));
}

async function expand(seeds: Readonly<Record<string, Ranking>>, options: Settings = {}, text = '') {
	const all = resolveOptions('graph', cooccurrence.options, { ...ALL, ...options });
	const retriever = await cooccurrence.index(CORPUS, all, quietContext(''));
	let started: readonly string[] = [];
	const context = quietQuery(new Map(Object.entries(seeds)), (ids) => {
		started = ids;
	});
	const found = await retriever.retrieve({ id: 'q', text, stratum: 's' }, 10, context);
	return { found, ids: found.map(({ docId }) => docId), started, retriever };
}

describe('graph', () => {
	it('finds what shares concepts with its seeds, the nearer the better', async () => {
		const { ids, started } = await expand({ fts: ranking('b') }, { hops: 1, seed_share: 0 });
		expect(started).toEqual(['b']);
		expect(ids).toEqual(['a', 'd', 'c']);
	});

	it('scores a neighbour by the cosine of idf-weighted concepts', async () => {
		const { found } = await expand({ fts: ranking('a') }, { hops: 1, seed_share: 0 });
		const alpha = Math.log(6 / 3);
		const beta = Math.log(6 / 3);
		const delta = Math.log(6 / 1);
		const to = (...concepts: number[]) => alpha / Math.hypot(...concepts);
		expect(found.map(({ docId }) => docId)).toEqual(['b', 'd']);
		expect(found[0]?.score).toBeCloseTo(to(alpha, beta), 12);
		expect(found[1]?.score).toBeCloseTo(to(alpha, beta, delta), 12);
	});

	it('walks on from neighbours, each hop worth less, and never back', async () => {
		const one = await expand({ fts: ranking('a') }, { hops: 1, seed_share: 0 });
		const three = await expand({ fts: ranking('a') }, { hops: 3, seed_share: 0 });
		expect(one.ids).not.toContain('c');
		expect(three.ids).toEqual(['b', 'd', 'c', 'f']);
		expect(three.found.slice(0, 2)).toEqual(one.found);
		const halved = await expand({ fts: ranking('a') }, { hops: 2, decay: 0.5, seed_share: 0 });
		const quartered = await expand({ fts: ranking('a') }, { hops: 2, decay: 0.25, seed_share: 0 });
		const c = (result: typeof halved) => result.found.find(({ docId }) => docId === 'c')?.score;
		expect(c(halved)).toBeCloseTo(2 * (c(quartered) as number), 12);
	});

	it('lets a newcomer that the seeds point to stand above a seed that nothing points to', async () => {
		const { ids } = await expand({ fts: ranking('b', 'e', 'c') }, { hops: 1 });
		expect(ids.indexOf('d')).toBeGreaterThanOrEqual(0);
		expect(ids.indexOf('d')).toBeLessThan(ids.indexOf('e'));
	});

	it('returns its seeds as a voter and does not as a generator', async () => {
		const seeds = { fts: ranking('b', 'd') };
		expect(new Set((await expand(seeds, { hops: 1 })).ids)).toEqual(new Set(['b', 'd', 'a', 'c']));
		expect((await expand(seeds, { hops: 1, role: 'generator' })).ids).toEqual(['a', 'c']);
	});

	it('fuses the seeding legs by RRF', async () => {
		const { started } = await expand({ fts: ranking('a', 'b', 'c'), dense: ranking('c', 'b', 'f') });
		// c: 1/63 + 1/61, b: 2/62, a: 1/61, f: 1/63.
		expect(started).toEqual(['c', 'b', 'a']);
	});

	it('does not walk through hubs', async () => {
		expect((await expand({ fts: ranking('c') }, { hub_cap: 2, hops: 1, seed_share: 0 })).ids).toEqual(['f']);
	});

	it('hands weight to as many neighbours as it is told', async () => {
		expect((await expand({ fts: ranking('b') }, { neighbours: 1, hops: 1, seed_share: 0 })).ids).toEqual(['a']);
	});

	it('starts from what the query names where no leg seeds it', async () => {
		const { started, ids } = await expand({}, {}, 'which gammas are there?');
		expect(started).toEqual(['c', 'f']);
		expect(ids).toContain('b');
	});

	it('is empty where there is no seed, or nothing to walk to', async () => {
		expect((await expand({}, {}, 'nothing of the kind')).found).toEqual([]);
		expect((await expand({ fts: [] })).found).toEqual([]);
		expect((await expand({ fts: ranking('e') })).found).toEqual([]);
	});

	it('says how large it is', async () => {
		const { retriever } = await expand({}, { max_share: 0.34 });
		expect(retriever.facts?.()).toEqual({
			nodes: 6 + 3,
			edges: 4,
			concepts: 3,
			pruned_rare: 0,
			pruned_common: 2,
			components: 5,
			largest_component: 3,
		});
	});

	it.each([
		[{ hops: 0 }, 'graph: option hops takes a whole number from 1, not "0"'],
		[{ decay: 2 }, 'graph: option decay takes a number from 0 to 1, not "2"'],
		[{ role: 'judge' }, 'graph: option role takes voter or generator, not "judge"'],
	])('refuses %j', async (options, message) => {
		await expect(expand({}, options)).rejects.toThrow(message);
	});
});
