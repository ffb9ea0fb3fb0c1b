import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type {
	Dataset,
	Doc,
	IndexContext,
	Leg,
	Options,
	Query,
	Retriever,
	RetrieverPlugin,
	TextOption,
} from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { FusedRetriever } from '../fusion/fused-retriever.ts';
import { rrf } from '../fusion/rrf.ts';
import { parseMetrics } from '../metrics/index.ts';
import { defaultsOf, option } from '../options.ts';
import { runExperiment } from './experiment.ts';
import { indexPlugin } from './index-plugin.ts';
import { keepLegs } from './keep-legs.ts';
import type { StoredLeg } from './leg-store.ts';
import { planRetrieval } from './retrieval-plan.ts';

const doc = (id: string, sensitive = false): Doc => ({
	id,
	content: `text of ${id}`,
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive,
	metadata: {},
});
const query = (id: string): Query => ({ id, text: id, stratum: 'all' });

const dataset: Dataset = {
	name: 'tiny',
	directory: '/tiny',
	corpus: ['a', 'b', 'c', 'd'].map((id) => doc(id)),
	queries: [query('q1'), query('q2')],
	qrels: new Map([
		['q1', new Map([['a', 1]])],
		['q2', new Map([['d', 1]])],
	]),
	fingerprint: 'f'.repeat(64),
	sensitivePolicy: 'leave-out',
	sensitiveLeftOut: 0,
};

/** How often each leg of the fused plugin below was opened and asked. */
let opened: Record<string, number>;
let asked: Record<string, number>;

/** A leg that returns fixed ids; the seeded one returns the last seed and one newcomer. */
function leg(name: string, options: Options, ids: readonly string[], seededBy: readonly string[] = []): Leg {
	const retriever: Retriever = {
		retrieve(asking, depth, context) {
			if (asking.text === 'fails') throw new BenchError('network', 'gone, on query q2');
			asked[name] = (asked[name] ?? 0) + 1;
			const seeds = seededBy.flatMap((seed) => context.seeds.get(seed) ?? []).map(({ docId }) => docId);
			context.startedFrom(seeds);
			return [...new Set([...seeds.slice(-1), ...ids])].slice(0, depth).map((docId, rank) => ({ docId, score: -rank }));
		},
		facts: () => ({ leg: name }),
	};
	return {
		name,
		stage: name,
		plugin: name,
		options,
		depth: 3,
		seededBy,
		open: async () => {
			opened[name] = (opened[name] ?? 0) + 1;
			return retriever;
		},
	};
}

const fusedPlugin: RetrieverPlugin<{ order: TextOption }> = {
	name: 'pair',
	summary: 'two fixed legs',
	options: { order: option.text('abc', '') },
	keepsSensitiveLocal: true,
	index(_corpus, options): FusedRetriever {
		const legs = [leg('base', options, [...options.order]), leg('walk', {}, ['d'], ['base'])];
		return {
			legs,
			pipeline: {
				legs: legs.map(({ name, depth }) => ({ name, weight: 1, depth, exclude: [] })),
				fusion: rrf,
				fusionOptions: defaultsOf(rrf.options),
				stages: [],
			},
			retrieve: () => [],
		};
	},
};

let context: IndexContext;
beforeEach(() => {
	opened = {};
	asked = {};
	context = {
		datasetDirectory: '/tiny',
		cacheDirectory: mkdtempSync(join(tmpdir(), 'bench-keep-')),
		queryCache: true,
		seed: 1,
		progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
		note: () => undefined,
	};
});

const system = (options: { order: string } = { order: 'abc' }) => ({ name: 'pair', plugin: fusedPlugin, options });

describe('keepLegs', () => {
	it('retrieves each leg once per query, then never again', async () => {
		const first = await keepLegs({ dataset, system: system(), context });
		expect(first.retrieved).toEqual(['base', 'walk']);
		expect(asked).toEqual({ base: 2, walk: 2 });
		const second = await keepLegs({ dataset, system: system(), context });
		expect(second.retrieved).toEqual([]);
		expect(opened).toEqual({ base: 1, walk: 1 });
		expect(second.kept.legs).toEqual(first.kept.legs);
	});

	it('hands seeds to the leg they seed and keeps where it started from', async () => {
		const { kept } = await keepLegs({ dataset, system: system(), context });
		const walk = kept.legs[1];
		expect(walk?.seeds[0]).toEqual(Int32Array.of(0, 1, 2));
		expect(walk?.rankings[0]?.docs).toEqual(Int32Array.of(2, 3));
	});

	it('retrieves anew what a changed option touches: the leg and the legs it seeds', async () => {
		await keepLegs({ dataset, system: system(), context });
		const changed = await keepLegs({ dataset, system: system({ order: 'cba' }), context });
		expect(changed.retrieved).toEqual(['base', 'walk']);
	});

	it('retrieves anew where the dataset is another', async () => {
		await keepLegs({ dataset, system: system(), context });
		const other = { ...dataset, fingerprint: 'e'.repeat(64) };
		expect((await keepLegs({ dataset: other, system: system(), context })).retrieved).toHaveLength(2);
	});

	it('notices a kept file that was damaged and retrieves that leg anew', async () => {
		await keepLegs({ dataset, system: system(), context });
		const folder = join(context.cacheDirectory, 'legs');
		const [file] = readdirSync(folder).sort();
		const path = join(folder, file as string);
		writeFileSync(path, readFileSync(path, 'utf8').slice(0, -10));
		expect((await keepLegs({ dataset, system: system(), context })).retrieved).toHaveLength(1);
	});

	it('never keeps a leg whose code is not all hashed, nor the legs it seeds, and says why', async () => {
		const unhashed: RetrieverPlugin<{ order: TextOption }> = {
			...fusedPlugin,
			index(corpus, options, indexing) {
				const fused = fusedPlugin.index(corpus, options, indexing) as FusedRetriever;
				const legs = fused.legs.map((one) => (one.name === 'base' ? { ...one, unhashedCode: 'who knows' } : one));
				return { ...fused, legs } as FusedRetriever;
			},
		};
		const notes: string[] = [];
		const attempt = () =>
			keepLegs({
				dataset,
				system: { ...system(), plugin: unhashed },
				context: { ...context, note: (message) => notes.push(message) },
			});
		await attempt();
		expect((await attempt()).retrieved).toEqual(['base', 'walk']);
		expect(notes).toEqual(['base is retrieved anew: who knows', 'base is retrieved anew: who knows']);
		expect(existsSync(join(context.cacheDirectory, 'legs'))).toBe(false);
	});

	it('goes on where an interrupted retrieval stopped, with the same result', async () => {
		const whole = await keepLegs({ dataset, system: system(), context });
		const interrupted = { ...context, cacheDirectory: mkdtempSync(join(tmpdir(), 'bench-keep-')) };
		const failing: Dataset = { ...dataset, queries: [query('q1'), { ...query('q2'), text: 'fails' }] };
		await expect(keepLegs({ dataset: failing, system: system(), context: interrupted })).rejects.toThrow('on query q2');
		asked = {};
		const resumed = await keepLegs({ dataset, system: system(), context: interrupted });
		expect(asked).toEqual({ base: 1, walk: 2 });
		expect(resumed.kept.legs.map(({ rankings, seeds }) => [rankings, seeds])).toEqual(
			whole.kept.legs.map(({ rankings, seeds }) => [rankings, seeds]),
		);
		expect(readdirSync(join(interrupted.cacheDirectory, 'journals'))).toEqual([]);
	});

	it('remembers within a process what it may not keep, and shares legs between systems', async () => {
		const memory = new Map<string, StoredLeg>();
		const first = await keepLegs({ dataset, system: system(), context, memory, timed: true });
		// Warmed up: every query twice.
		expect(asked).toEqual({ base: 4, walk: 4 });
		expect(first.kept.legs.map(({ milliseconds }) => milliseconds?.length)).toEqual([2, 2]);
		const elsewhere = { ...context, cacheDirectory: mkdtempSync(join(tmpdir(), 'bench-keep-')) };
		const again = await keepLegs({ dataset, system: system(), context: elsewhere, memory });
		expect(again.retrieved).toEqual([]);
		expect(again.kept.legs).toEqual(first.kept.legs);
	});

	it('plans each distinct leg once, and knows what is kept and what the rest will take', async () => {
		const fused = (order: string) => fusedPlugin.index([], { order }, context) as FusedRetriever;
		const systems = [fused('abc'), fused('abc'), fused('cba')];
		const planned = planRetrieval(systems, dataset, context);
		expect(planned).toEqual({
			legs: new Map([
				['base', 2],
				['walk', 2],
			]),
			kept: 0,
			seconds: 0,
			untimed: ['base', 'walk'],
		});
		await keepLegs({ dataset, system: system(), context });
		const after = planRetrieval(systems, dataset, context);
		expect(after).toMatchObject({ kept: 2, untimed: [] });
		expect(after.seconds).toBeGreaterThan(0);
		expect(
			planRetrieval(systems, { ...dataset, corpus: [...dataset.corpus, ...dataset.corpus] }, context).seconds,
		).toBe(2 * after.seconds);
	});

	it('refuses a system without legs', async () => {
		const single: RetrieverPlugin = { name: 'one', summary: '', options: {}, index: () => ({ retrieve: () => [] }) };
		await expect(keepLegs({ dataset, system: { name: 'one', plugin: single, options: {} }, context })).rejects.toThrow(
			'one has no legs',
		);
	});
});

describe('runExperiment', () => {
	it('fuses what the legs return, scores it, and times every stage', async () => {
		const metrics = parseMetrics(['recall@2', 'MRR']);
		const experiment = await runExperiment({ dataset, system: system(), metrics, depth: 10, context });
		// base gives a b c, walk gives c d: c is in both legs and comes first.
		expect([...(experiment.rankings[0]?.docs ?? [])]).toEqual([2, 0, 1, 3]);
		expect(experiment.summary.overall.metrics).toEqual({ 'recall@2': 0.5, MRR: (1 / 2 + 1 / 4) / 2 });
		expect(Object.keys(experiment.timings.latency).sort()).toEqual(['base', 'fuse', 'total', 'walk']);
		expect(experiment.legs.map(({ facts }) => facts)).toEqual([{ leg: 'base' }, { leg: 'walk' }]);
	});

	it('says which retriever failed on which query, and not with what text', async () => {
		const failing: RetrieverPlugin = {
			name: 'broken',
			summary: '',
			options: {},
			index: () => ({
				retrieve(q) {
					if (q.id === 'q2') throw new TypeError('x is undefined');
					return [];
				},
			}),
		};
		const attempt = runExperiment({
			dataset,
			system: { name: 'broken', plugin: failing, options: {} },
			metrics: parseMetrics(['MRR']),
			depth: 10,
			context,
		});
		await expect(attempt).rejects.toThrow(BenchError);
		await expect(attempt).rejects.toThrow('broken failed on query q2: x is undefined');
	});

	it.each([
		[() => JSON.parse('7'), 'it returned no list of documents'],
		[
			() => {
				throw undefined;
			},
			'undefined',
		],
	])('says so of whatever a retriever answers or throws (%#)', async (retrieve, reason) => {
		const odd: RetrieverPlugin = { name: 'odd', summary: '', options: {}, index: () => ({ retrieve }) };
		const attempt = runExperiment({
			dataset,
			system: { name: 'odd', plugin: odd, options: {} },
			metrics: parseMetrics(['MRR']),
			depth: 10,
			context,
		});
		await expect(attempt).rejects.toMatchObject({ code: 'plugin', message: `odd failed on query q1: ${reason}` });
	});
});

describe('indexPlugin', () => {
	it('hands sensitive docs only to plugins that keep them in this process', async () => {
		const seen: Record<string, readonly string[]> = {};
		const plugin = (name: string, keepsSensitiveLocal: boolean): RetrieverPlugin => ({
			name,
			summary: '',
			options: {},
			keepsSensitiveLocal,
			index(corpus) {
				seen[name] = corpus.map(({ id }) => id);
				return { retrieve: () => [] };
			},
		});
		const corpus = [doc('open'), doc('secret', true)];
		await indexPlugin(plugin('local', true), corpus, {}, context);
		await indexPlugin(plugin('remote', false), corpus, {}, context);
		expect(seen).toEqual({ local: ['open', 'secret'], remote: ['open'] });
	});
});
