import { COMPARE_DEFAULTS } from '../../harness/compare/comparison.ts';
import type { Doc, IndexedRanking, Query } from '../../harness/contract.ts';
import { corpusFeatures, queryFeatures } from '../../harness/fusion/features.ts';
import type { KeptLeg, KeptLegs } from '../../harness/fusion/kept-legs.ts';
import { rrf } from '../../harness/fusion/rrf.ts';
import { scoreGrid } from '../../harness/legs/grid/score-grid.ts';
import { pointMeans } from '../../harness/legs/grid/value-table.ts';
import { baseGrid, challengerGrid } from '../../harness/legs/retest/grid.ts';
import { DEEPER, type RetestInput, type RetestOptions } from '../../harness/legs/retest/variant.ts';
import { parseMetric } from '../../harness/metrics/parse.ts';
import { defaultsOf } from '../../harness/options.ts';
import { type RandomStream, randomStream, shuffled } from '../../harness/random.ts';

/** The kind of the leg's use, or none. */
export type Kind =
	| 'what it finds'
	| 'what it finds and its order'
	| 'its order'
	| 'nothing: random documents'
	| "nothing: the base's documents, shuffled"
	| "nothing: other queries' relevant documents";

const DOCS = 400;
const DEPTH = 20;
/** A short list, so that a random order can still bring a document up. */
const SHORT = 5;

export const options: RetestOptions = {
	metric: parseMetric('nDCG@10'),
	cutoff: 10,
	depth: 30,
	weights: [0.1, 0.25, 0.5, 1, 1.5, 2],
	folds: 5,
	repeats: 5,
	placebos: 2,
	minCoverage: 0,
	simulations: 0,
	seed: 1,
	compare: { ...COMPARE_DEFAULTS, resamples: 1000 },
};

const corpus: readonly Doc[] = Array.from({ length: DOCS }, (_, docIndex) => ({
	id: `d${docIndex}`,
	content: '',
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive: false,
	metadata: {},
}));
const features = corpusFeatures(corpus);

/** The relevant documents of a query: the base finds the first one often, and the second one never. */
type Relevant = readonly [found: number, missed: number];

/**
 * A world of two base legs and a leg under test, `skill` (0..1) of whose queries it is good at. The base legs share
 * some documents that are not relevant, as real ones do.
 */
export function worldOf(kind: Kind, skill: number, queryCount: number, seed: number): RetestInput {
	const stream = randomStream(seed, `worlds/${kind}`);
	const queries: readonly Query[] = Array.from({ length: queryCount }, (_, q) => ({
		id: `q${q}`,
		text: '',
		stratum: q % 3 === 0 ? 'hard' : 'easy',
	}));
	const relevant = queries.map((): Relevant => {
		const [found, missed] = someDocs(stream, 2, new Set());
		return [found as number, missed as number];
	});
	const deep = baseLists(relevant, stream);
	const shallow = deep.map((lists) => lists.map((docs) => docs.slice(0, DEPTH)));
	const tested = relevant.map((_, q) =>
		legList(
			kind,
			skill,
			q,
			relevant,
			shallow.map((lists) => lists[q] as number[]),
			stream,
		),
	);
	const qrels = new Map(
		queries.map(({ id }, q) => [id, new Map((relevant[q] as Relevant).map((doc) => [`d${doc}`, 1]))]),
	);
	const kept = (legs: readonly KeptLeg[]): KeptLegs => ({
		corpus,
		queries,
		qrels,
		legs,
		pipeline: {
			legs: legs.map(({ name }) => ({ name, weight: 1, depth: DEPTH, exclude: [] })),
			fusion: rrf,
			fusionOptions: defaultsOf(rrf.options),
			stages: [],
		},
		features: (q) => queryFeatures(features, corpus, queries[q] as Query),
	});
	const base = (lists: readonly (readonly number[][])[], depth: number): readonly KeptLeg[] =>
		lists.map((rankings, i) => legOf(['x', 'y'][i] as string, rankings, depth));
	return {
		leg: 'g',
		deeper: kept(base(deep, DEEPER * DEPTH)),
		variants: [{ label: kind, settings: {}, kept: kept([...base(shallow, DEPTH), legOf('g', tested, DEPTH)]) }],
	};
}

function baseLists(relevant: readonly Relevant[], stream: RandomStream): readonly (readonly number[][])[] {
	const lists: [number[][], number[][]] = [[], []];
	for (const pair of relevant) {
		const shared = someDocs(stream, 6, new Set(pair));
		for (const [i, chance] of [0.8, 0.6].entries()) {
			const others = someDocs(stream, DEEPER * DEPTH, new Set([...pair, ...shared]));
			const head = shuffled([...shared, ...others.splice(0, 10)], stream);
			if (stream.next() < chance) head.splice(stream.below(12), 0, pair[0]);
			lists[i]?.push([...head, ...others].slice(0, DEEPER * DEPTH));
		}
	}
	return lists;
}

function legList(
	kind: Kind,
	skill: number,
	q: number,
	relevant: readonly Relevant[],
	base: readonly (readonly number[])[],
	stream: RandomStream,
): number[] {
	const pair = relevant[q] as Relevant;
	const good = stream.next() < skill;
	const other = relevant[(q + 1) % relevant.length] as Relevant;
	const random = someDocs(stream, SHORT, new Set([...pair, ...other]));
	const own = shuffled([...new Set(base.flat())], stream);
	switch (kind) {
		case 'what it finds':
			return good ? shuffled([pair[1], ...random.slice(1)], stream) : random;
		case 'what it finds and its order':
			return good ? [...random.slice(1)].toSpliced(Math.floor(SHORT * stream.next() ** 3), 0, pair[1]) : random;
		case 'its order':
			return (good && own.includes(pair[0]) ? [pair[0], ...own.filter((doc) => doc !== pair[0])] : own).slice(0, DEPTH);
		case "nothing: the base's documents, shuffled":
			return own.slice(0, DEPTH);
		case "nothing: other queries' relevant documents":
			return [...other, ...random.slice(2)];
		case 'nothing: random documents':
			return random;
	}
}

function someDocs(stream: RandomStream, count: number, without: ReadonlySet<number>): number[] {
	const docs = new Set<number>();
	while (docs.size < count) {
		const doc = stream.below(DOCS);
		if (!without.has(doc)) docs.add(doc);
	}
	return [...docs];
}

function legOf(name: string, lists: readonly (readonly number[])[], depth: number): KeptLeg {
	return {
		name,
		depth,
		seededBy: [],
		seeds: [],
		facts: {},
		rankings: lists.map(
			(docs): IndexedRanking => ({
				docs: Int32Array.from(docs),
				scores: Float64Array.from(docs, (_, rank) => 1 / (rank + 1)),
			}),
		),
	};
}

/** The worth of a leg of this skill: the best system with it less the best without, on very many queries. */
export function trueGain(kind: Kind, skill: number, queryCount = 2000): number {
	const { deeper, variants, leg } = worldOf(kind, skill, queryCount, 0);
	const kept = variants[0]?.kept as KeptLegs;
	const bestOf = (legs: KeptLegs, grid: ReturnType<typeof baseGrid>): number => {
		const { table } = scoreGrid(legs, grid.pipelines, grid.preference, {
			metrics: [options.metric],
			depth: options.depth,
		});
		return Math.max(
			...pointMeans(
				table,
				Int32Array.from({ length: table.queries }, (_, q) => q),
			),
		);
	};
	const grid = challengerGrid(kept.pipeline, leg, options.weights);
	return bestOf(kept, grid) - bestOf(deeper, baseGrid(deeper.pipeline));
}

/** The skill whose true gain is as wanted, to a hundredth. */
export function skillFor(kind: Kind, wanted: number): number {
	let [low, high] = [0, 1];
	while (high - low > 0.01) {
		const middle = (low + high) / 2;
		if (trueGain(kind, middle, 800) < wanted) low = middle;
		else high = middle;
	}
	return high;
}
