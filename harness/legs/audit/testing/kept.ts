import type { Doc, IndexedRanking } from '../../../contract.ts';
import { corpusFeatures, queryFeatures } from '../../../fusion/features.ts';
import type { KeptLegs } from '../../../fusion/kept-legs.ts';
import type { Pipeline } from '../../../fusion/pipeline.ts';

export interface KeptScript {
	readonly pipeline: Pipeline;
	readonly documents: number;
	readonly queries: number;
	/** Corpus indices per leg and query, best first. */
	readonly lists: Readonly<Record<string, (query: number) => readonly number[]>>;
	readonly scoreAt?: (leg: string, rank: number) => number;
	readonly seeds?: Readonly<Record<string, (query: number) => readonly number[]>>;
	readonly seededBy?: Readonly<Record<string, readonly string[]>>;
	/** Relevant corpus indices, all of grade 1. */
	readonly relevant: (query: number) => readonly number[];
	readonly doc?: (docIndex: number) => Partial<Doc>;
}

/** Kept legs as a script says, without any retriever. */
export function keptFrom(script: KeptScript): KeptLegs {
	const corpus = Array.from(
		{ length: script.documents },
		(_, docIndex): Doc => ({
			id: String(docIndex),
			content: '',
			tags: [],
			expandedKeywords: [],
			importance: 0.5,
			sensitive: false,
			metadata: {},
			...script.doc?.(docIndex),
		}),
	);
	const numbers = Array.from({ length: script.queries }, (_, query) => query);
	const queries = numbers.map((query) => ({ id: `q${query}`, text: 'no such phrase', stratum: 'all' }));
	const features = corpusFeatures(corpus);
	const ranking = (leg: string, docs: readonly number[]): IndexedRanking => ({
		docs: Int32Array.from(docs),
		scores: Float64Array.from(docs, (_, rank) => script.scoreAt?.(leg, rank) ?? 1 / (rank + 1)),
	});
	return {
		corpus,
		queries,
		qrels: new Map(
			numbers.map((query) => [`q${query}`, new Map(script.relevant(query).map((docIndex) => [String(docIndex), 1]))]),
		),
		pipeline: script.pipeline,
		legs: script.pipeline.legs.map(({ name, depth }) => ({
			name,
			depth,
			seededBy: script.seededBy?.[name] ?? [],
			rankings: numbers.map((query) => ranking(name, script.lists[name]?.(query) ?? [])),
			seeds: numbers.map((query) => {
				const seeds = script.seeds?.[name]?.(query);
				return seeds === undefined ? undefined : Int32Array.from(seeds);
			}),
			facts: {},
		})),
		features: (query) => queryFeatures(features, corpus, queries[query] as (typeof queries)[number]),
	};
}

/** `count` corpus indices from `from` on, wrapped round. */
export function span(from: number, count: number, documents: number): readonly number[] {
	return Array.from({ length: count }, (_, i) => (from + i) % documents);
}
