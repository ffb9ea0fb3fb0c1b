import { describe, expect, test } from 'vitest';
import { COMPARE_DEFAULTS } from '../compare/comparison.ts';
import type { Doc, IndexedRanking, JsonObject, Query } from '../contract.ts';
import { corpusFeatures, queryFeatures } from '../fusion/features.ts';
import type { KeptLeg, KeptLegs } from '../fusion/kept-legs.ts';
import { rrf } from '../fusion/rrf.ts';
import { parseMetric } from '../metrics/parse.ts';
import { randomStream, shuffled } from '../random.ts';
import { retest } from './retest.ts';
import { retestToJson } from './retest-json.ts';
import type { RetestInput, RetestOptions } from './variant.ts';

const DOCS = 300;
const QUERIES = 120;
const DEPTH = 20;

const corpus: readonly Doc[] = Array.from({ length: DOCS }, (_, place) => ({
	id: `d${place}`,
	content: '',
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive: false,
	metadata: {},
}));
const queries: readonly Query[] = Array.from({ length: QUERIES }, (_, place) => ({
	id: `q${place}`,
	text: '',
	stratum: place % 3 === 0 ? 'hard' : 'easy',
}));
/** Query q wants document q and document q + 120. */
const qrels = new Map(
	queries.map(({ id }, q) => [
		id,
		new Map([
			[`d${q}`, 1],
			[`d${q + QUERIES}`, 1],
		]),
	]),
);
const features = corpusFeatures(corpus);

/** For each query, where the leg places which documents; the rest is filled at random. */
type Knowledge = (q: number) => readonly (readonly [rank: number, doc: number])[];

function leg(name: string, knows: Knowledge, given: Partial<KeptLeg> = {}, seed = 1, depth = DEPTH): KeptLeg {
	return {
		name,
		depth,
		seededBy: [],
		seeds: [],
		facts: {},
		rankings: queries.map(({ id }, q): IndexedRanking => {
			const stream = randomStream(seed, `${name}/${id}`);
			const known = new Map(knows(q));
			const wanted = new Set(known.values());
			const others = shuffled([...corpus.keys()], stream).filter((doc) => !wanted.has(doc));
			const docs = Array.from({ length: depth }, (_, rank) => known.get(rank + 1) ?? (others.pop() as number));
			return { docs: Int32Array.from(docs), scores: Float64Array.from(docs, (_, rank) => 1 / (rank + 1)) };
		}),
		...given,
	};
}

function kept(legs: readonly KeptLeg[], exclude: Readonly<Record<string, readonly string[]>> = {}): KeptLegs {
	return {
		corpus,
		queries,
		qrels,
		legs,
		pipeline: {
			legs: legs.map(({ name }) => ({ name, weight: 1, depth: DEPTH, exclude: exclude[name] ?? [] })),
			fusion: rrf,
			fusionOptions: rrf.defaults,
			stages: [],
		},
		features: (place) => queryFeatures(features, corpus, queries[place] as Query),
	};
}

/** The base finds one of the two documents, somewhere: one leg more often than the other. */
const baseLegs = (depth = DEPTH, seed = 1): readonly KeptLeg[] => [
	leg('x', (q) => [[1 + ((7 * q + seed) % 15), q]], {}, seed, depth),
	leg('y', (q) => (q % 2 === seed % 2 ? [[1 + ((5 * q) % 15), q]] : []), {}, seed, depth),
];

const options: RetestOptions = {
	metric: parseMetric('nDCG@10'),
	cutoff: 10,
	depth: 30,
	weights: [0.05, 0.2, 0.5, 1, 1.5, 2],
	folds: 4,
	repeats: 3,
	shuffles: 2,
	minCoverage: 0.5,
	seed: 7,
	compare: { ...COMPARE_DEFAULTS, resamples: 1000, seed: 7 },
};

function input(legs: Readonly<Record<string, KeptLeg>>, exclude: readonly string[] = []): RetestInput {
	return {
		leg: 'g',
		deeper: { ...kept(baseLegs(4 * DEPTH)) },
		variants: Object.entries(legs).map(([label, g]) => ({
			label,
			settings: {},
			kept: kept([...baseLegs(), g], { g: exclude }),
		})),
	};
}

/** It puts the document that the base never finds first, for three of four queries. */
const helpful = (given: Partial<KeptLeg> = {}): KeptLeg =>
	leg('g', (q) => (q % 4 === 1 ? [] : [[1, q + QUERIES]]), given);
const ignorant = (seed: number): KeptLeg => leg('g', () => [], {}, seed);

describe('retest', () => {
	test('a leg that knows what the others do not helps, and nothing else does', () => {
		const { conclusion, variants, base, control, family } = retest(
			input({ knows: helpful(), guesses: ignorant(3) }),
			options,
		);
		expect(conclusion.word).toBe('helps');
		expect(conclusion.scopes).toContain('overall');
		expect(new Set(conclusion.gains.map(({ variant }) => variant))).toEqual(new Set(['knows']));
		const [knows] = variants;
		expect(knows?.tested?.tuned.heldOut).toBeGreaterThan(base.heldOut + 0.1);
		expect(knows?.tested?.fate.legOnlyInTop).toBeGreaterThan(50);
		expect(knows?.pool.withLeg).toBeGreaterThan((knows?.pool.control ?? 1) + 0.1);
		expect(knows?.poolRows[0]?.verdict).toBe('win');
		// Overall and two strata, two variants.
		expect(family).toBe(6);
		expect(control.settings).toBe(knows?.tested?.tuned.settings);
	});

	test('the same leg shuffled is not found to help', () => {
		const g = helpful();
		const mixed = {
			...g,
			rankings: g.rankings.map(({ docs, scores }, q) => ({
				docs: Int32Array.from(shuffled([...docs], randomStream(9, `${q}`))),
				scores,
			})),
		};
		const { conclusion, variants } = retest(input({ mixed }), options);
		expect(conclusion.gains).toEqual([]);
		expect(conclusion.word).not.toBe('helps');
		// Its pool holds what the others never find, in whatever order.
		expect(variants[0]?.poolRows[0]?.verdict).toBe('win');
	});

	test('excluded from what the base returns, at weights under the threshold: not a test', () => {
		const { conclusion, variants, family } = retest(input({ knows: helpful() }, ['x', 'y']), {
			...options,
			weights: [0.05, 0.35],
		});
		expect(conclusion.word).toBe('not tested');
		expect(variants[0]?.instead).toBe('not a test of g');
		expect(variants[0]?.why).toContain('unreachable');
		expect(variants[0]?.tested).toBeUndefined();
		expect(family).toBe(0);
	});

	test('where a weight above the threshold is tried, it is one', () => {
		const { variants } = retest(input({ knows: helpful() }), { ...options, weights: [0.05, 0.35, 1.2] });
		expect(variants[0]?.instead).toBeUndefined();
		expect(variants[0]?.tested?.curve.map(({ reach }) => reach)).toEqual([null, 'out', 'out', 'in']);
	});

	test.each<readonly [string, Partial<KeptLeg>, string]>([
		['a graph without edges', { facts: { edges: 0 } as JsonObject }, 'no edges'],
		[
			'a graph that knows few of the relevant documents',
			{ facts: { edges: 9 } as JsonObject, unknown: Int32Array.from({ length: 200 }, (_, i) => i) },
			'an edge to 40 of the 240 relevant documents, less than the 50 %',
		],
	])('%s gets no verdict', (_, given, why) => {
		const { conclusion, variants } = retest(input({ knows: helpful(given) }), options);
		expect(conclusion.word).toBe('not tested');
		expect(variants[0]?.instead).toBe('no verdict');
		expect(variants[0]?.why).toContain(why);
		expect(variants[0]?.poolRows).toEqual([]);
	});

	test('within a margin that is named: no difference', () => {
		const quick = { ...options, weights: [0.01, 0.02, 0.05, 1], shuffles: 1 };
		const margin = { ...quick, compare: { ...options.compare, margin: 0.2 } };
		expect(retest(input({ guesses: ignorant(3) }), margin).conclusion.word).toBe('no difference');
		expect(retest(input({ guesses: ignorant(3) }), quick).conclusion.word).toBe('inconclusive');
	});

	test('the same input and seed give the same numbers', () => {
		const quick = { ...options, weights: [0.5, 1], shuffles: 1 };
		const once = (seed: number): string =>
			JSON.stringify(retestToJson(retest(input({ knows: helpful() }), { ...quick, seed })));
		expect(once(7)).toBe(once(7));
		expect(once(7)).not.toBe(once(8));
	});
});
