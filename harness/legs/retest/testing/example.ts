import { COMPARE_DEFAULTS } from '../../../compare/comparison.ts';
import type { Doc, IndexedRanking, Query } from '../../../contract.ts';
import { corpusFeatures, queryFeatures } from '../../../fusion/features.ts';
import type { KeptLeg, KeptLegs } from '../../../fusion/kept-legs.ts';
import { rrf } from '../../../fusion/rrf.ts';
import { parseMetric } from '../../../metrics/parse.ts';
import { defaultsOf } from '../../../options.ts';
import { randomStream, shuffled } from '../../../random.ts';
import type { RetestInput, RetestOptions } from '../variant.ts';

const DOCS = 300;
const QUERIES = 120;
const DEPTH = 20;

const corpus: readonly Doc[] = Array.from({ length: DOCS }, (_, docIndex) => ({
	id: `d${docIndex}`,
	content: '',
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive: false,
	metadata: {},
}));
const queries: readonly Query[] = Array.from({ length: QUERIES }, (_, queryIndex) => ({
	id: `q${queryIndex}`,
	text: '',
	stratum: queryIndex % 3 === 0 ? 'hard' : 'easy',
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

/** For each query, at which rank the leg has which documents; the rest is filled at random. */
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
			fusionOptions: defaultsOf(rrf.options),
			stages: [],
		},
		features: (queryIndex) => queryFeatures(features, corpus, queries[queryIndex] as Query),
	};
}

/** The base finds one of the two documents, somewhere: one leg more often than the other. */
const baseLegs = (depth = DEPTH, seed = 1): readonly KeptLeg[] => [
	leg('x', (q) => [[1 + ((7 * q + seed) % 15), q]], {}, seed, depth),
	leg('y', (q) => (q % 2 === seed % 2 ? [[1 + ((5 * q) % 15), q]] : []), {}, seed, depth),
];

export const options: RetestOptions = {
	metric: parseMetric('nDCG@10'),
	cutoff: 10,
	depth: 30,
	weights: [0.05, 0.2, 0.5, 1, 1.5, 2],
	folds: 4,
	repeats: 3,
	placebos: 2,
	simulations: 20,
	minCoverage: 0.5,
	seed: 7,
	compare: { ...COMPARE_DEFAULTS, resamples: 1000, seed: 7 },
};

export function input(legs: Readonly<Record<string, KeptLeg>>, exclude: readonly string[] = []): RetestInput {
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
export const helpful = (given: Partial<KeptLeg> = {}): KeptLeg =>
	leg('g', (q) => (q % 4 === 1 ? [] : [[1, q + QUERIES]]), given);
export const ignorant = (seed: number): KeptLeg => leg('g', () => [], {}, seed);
