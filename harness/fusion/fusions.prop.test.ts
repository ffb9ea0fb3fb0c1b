import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IndexedRanking } from '../contract.ts';
import { defaultsOf } from '../options.ts';
import { corpusFeatures, queryFeatures } from './features.ts';
import { fusions } from './index.ts';
import { fuse, type Pipeline, type PipelineLeg, pipelinePool, scorePool } from './pipeline.ts';
import { restrictPool } from './pool.ts';
import { findStage, stages } from './stages/index.ts';

const DOCS = 30;
const features = (() => {
	const corpus = Array.from({ length: DOCS }, (_, docIndex) => ({
		id: String(docIndex),
		content: `doc ${docIndex}`,
		tags: [],
		expandedKeywords: [],
		importance: (docIndex % 5) / 4,
		sensitive: false,
		metadata: {},
	}));
	return queryFeatures(corpusFeatures(corpus), corpus, { id: 'q', text: 'doc 7', stratum: 's' });
})();

/** Rankings in THE order, of unique docs, with scores from a few values (ties) or the whole range of doubles. */
const rankingOf = (score: fc.Arbitrary<number>): fc.Arbitrary<IndexedRanking> =>
	fc
		.uniqueArray(fc.tuple(fc.nat(DOCS - 1), score), { selector: ([doc]) => doc, maxLength: 12 })
		.map((entries) => entries.sort(([d1, s1], [d2, s2]) => s2 - s1 || d1 - d2))
		.map((entries) => ({
			docs: Int32Array.from(entries, ([doc]) => doc),
			scores: Float64Array.from(entries, ([, value]) => value),
		}));
const ordinary = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: -5, max: 50, noNaN: true }));
const wild = fc.double({ noNaN: true, noDefaultInfinity: true });

const LEGS = ['a', 'b', 'c', 'd'];
const fusionCase = (score: fc.Arbitrary<number>, weight: fc.Arbitrary<number>) =>
	fc.record({
		rankings: fc.tuple(...LEGS.map(() => rankingOf(score))),
		weights: fc.tuple(...LEGS.map(() => weight)),
		absent: fc.constantFrom('zero', 'union'),
		excludes: fc.boolean(),
		stageNames: fc.subarray(['importance', 'exact', 'limit']),
	});
const weight = fc.double({ min: 0.01, max: 4, noNaN: true });

type FusionCase = typeof fusionCase extends (...args: never[]) => fc.Arbitrary<infer S> ? S : never;

function pipelineOf(name: string, { weights, absent, excludes, stageNames }: FusionCase): Pipeline {
	const fusion = fusions[name] as NonNullable<(typeof fusions)[string]>;
	return {
		legs: LEGS.map(
			(leg, i): PipelineLeg => ({
				name: leg,
				weight: weights[i] as number,
				depth: 10,
				exclude: excludes && leg === 'b' ? ['a', 'c'] : [],
			}),
		),
		fusion,
		fusionOptions: 'absent' in fusion.options ? { ...defaultsOf(fusion.options), absent } : defaultsOf(fusion.options),
		stages: stageNames.map((stage) => ({ stage: findStage(stage), options: defaultsOf(findStage(stage).options) })),
	};
}

const rankingsOf = ({ rankings }: FusionCase): ReadonlyMap<string, IndexedRanking> =>
	new Map(LEGS.map((leg, i) => [leg, rankings[i] as IndexedRanking]));

describe.each(Object.keys(fusions))('%s', (name) => {
	test('permuting the legs changes no bit', () => {
		fc.assert(
			fc.property(fusionCase(ordinary, weight), fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (s, order) => {
				const pipeline = pipelineOf(name, s);
				const permuted = { ...pipeline, legs: order.map((i) => pipeline.legs[i] as PipelineLeg) };
				expect(fuse(permuted, rankingsOf(s), features, 20)).toEqual(fuse(pipeline, rankingsOf(s), features, 20));
			}),
			{ numRuns: 60 },
		);
	});

	test('a leg of weight 0 is the same as no leg, byte for byte, its exclusions included', () => {
		fc.assert(
			fc.property(fusionCase(ordinary, weight), fc.nat(3), (s, dropped) => {
				const pipeline = pipelineOf(name, s);
				const zeroed = pipeline.legs.map((leg, i) => (i === dropped ? { ...leg, weight: 0 } : leg));
				const without = pipeline.legs.filter((_, i) => i !== dropped);
				const [x, y] = [zeroed, without].map((legs) => fuse({ ...pipeline, legs }, rankingsOf(s), features, 20));
				expect(x).toEqual(y);
			}),
			{ numRuns: 60 },
		);
	});

	test('scores are finite whatever comes in', () => {
		const anyWeight = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });
		fc.assert(
			fc.property(fusionCase(wild, anyWeight), (s) => {
				const pipeline = { ...pipelineOf(name, s), stages: [] };
				const { scores } = scorePool(pipeline, pipelinePool(pipeline, rankingsOf(s)), features);
				expect(scores.every(Number.isFinite)).toBe(true);
				const { scores: staged } = fuse(pipelineOf(name, s), rankingsOf(s), features, 20);
				expect(staged.every(Number.isFinite)).toBe(true);
			}),
			{ numRuns: 200 },
		);
	});

	test('every candidate of the pool is ranked once, and only they', () => {
		fc.assert(
			fc.property(fusionCase(ordinary, weight), (s) => {
				const pipeline = { ...pipelineOf(name, s), stages: [] };
				const fused = fuse(pipeline, rankingsOf(s), features, DOCS);
				expect([...fused.docs].sort((x, y) => x - y)).toEqual([...pipelinePool(pipeline, rankingsOf(s)).docs]);
			}),
			{ numRuns: 40 },
		);
	});
});

test('rank fusions of one leg keep its order', () => {
	fc.assert(
		fc.property(fusionCase(ordinary, weight), fc.constantFrom('rrf', 'isr', 'rbc', 'append'), (s, name) => {
			const whole = pipelineOf(name, { ...s, stageNames: [] });
			const pipeline = { ...whole, legs: whole.legs.slice(0, 1) };
			const ranking = s.rankings[0] as IndexedRanking;
			expect(fuse(pipeline, rankingsOf(s), features, DOCS).docs).toEqual(ranking.docs.slice(0, 10));
		}),
	);
});

test('score fusions of one leg never turn its order', () => {
	const names = Object.keys(fusions).filter((name) => !['rrf', 'isr', 'rbc', 'append'].includes(name));
	fc.assert(
		fc.property(fusionCase(ordinary, fc.constant(1)), fc.constantFrom(...names), (s, name) => {
			const whole = pipelineOf(name, { ...s, stageNames: [] });
			const pool = pipelinePool({ ...whole, legs: whole.legs.slice(0, 1) }, rankingsOf(s));
			const { scores } = scorePool(whole, pool, features);
			const inOrder = Array.from((pool.legs[0] as (typeof pool.legs)[number]).order, (c) => scores[c] as number);
			for (let i = 1; i < inOrder.length; i++)
				expect(inOrder[i - 1] as number).toBeGreaterThanOrEqual((inOrder[i] as number) - 1e-12);
		}),
	);
});

test('without exclusions, restricting a pool is building it from the remaining legs', () => {
	fc.assert(
		fc.property(fusionCase(ordinary, weight), fc.subarray(LEGS), (s, names) => {
			const pipeline = pipelineOf('rrf', { ...s, excludes: false });
			const restricted = restrictPool(pipelinePool(pipeline, rankingsOf(s)), new Set(names));
			const legs = pipeline.legs.filter((leg) => names.includes(leg.name));
			expect(restricted).toEqual(pipelinePool({ ...pipeline, legs }, rankingsOf(s)));
		}),
	);
});

test('an excluded document of a leg counts for nothing, and the ranks close up', () => {
	fc.assert(
		fc.property(fusionCase(ordinary, weight), (s) => {
			const pool = pipelinePool(pipelineOf('rrf', { ...s, excludes: true }), rankingsOf(s));
			const [a, b, c] = pool.legs;
			for (const candidate of b?.order ?? []) {
				expect(a?.ranks[candidate]).toBe(0);
				expect(c?.ranks[candidate]).toBe(0);
			}
			expect([...(b?.ranks ?? [])].filter((rank) => rank > 0).sort((x, y) => x - y)).toEqual(
				Array.from(b?.order ?? [], (_, i) => i + 1),
			);
		}),
	);
});

test('every stage goes by its key', () => {
	for (const [name, stage] of Object.entries(stages)) expect(stage.name).toBe(name);
});
