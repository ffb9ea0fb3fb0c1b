import { isMisfit, readDate } from '../../harness/datasets/fields.ts';
import { BenchError } from '../../harness/errors.ts';
import { atLeastOne, checkRanges, count, type Range, share } from './ranges.ts';

export type TypedOptions = {
	readonly seeds: readonly string[];
	readonly role: string;
	readonly seed_share: number;
	readonly seeding: string;
	readonly seeds_per_query: number;
	readonly match: string;
	readonly concepts_per_query: number;
	readonly concept_threshold: number;
	readonly facts_per_query: number;
	readonly fact_threshold: number;
	readonly passage_weight: number;
	readonly walk: string;
	readonly damping: number;
	readonly hops: number;
	readonly decay: number;
	readonly hub_cap: number;
	readonly breadth: number;
	readonly directed: boolean;
	readonly relations: string;
	readonly synonyms: string;
	readonly synonym_threshold: number;
	readonly as_of: string;
	readonly embedder: string;
};

export const TYPED_DEFAULTS: TypedOptions = {
	seeds: ['fts', 'dense'],
	role: 'voter',
	seed_share: 0.75,
	seeding: 'base',
	seeds_per_query: 3,
	match: 'string',
	concepts_per_query: 5,
	concept_threshold: 0.85,
	facts_per_query: 5,
	fact_threshold: 0.6,
	passage_weight: 0.05,
	walk: 'pagerank',
	damping: 0.5,
	hops: 3,
	decay: 0.5,
	hub_cap: 100,
	breadth: 100,
	directed: false,
	relations: 'count',
	synonyms: 'none',
	synonym_threshold: 0.9,
	as_of: '',
	embedder: 'local:bge-small-en-v1.5',
};

export const TYPED_HELP: Readonly<Record<string, string>> = {
	seeds: 'the legs whose documents it starts from, or adds to what it starts from',
	role: 'voter (may return its seeds) or generator (may not)',
	seed_share: 'seeding=base: what being the first seed is worth, as a share of the strongest support (0..1)',
	seeding: "base (the legs' documents), entities (what the query names) or facts (nearest by embedding)",
	seeds_per_query: 'seeding=base: how many documents it starts from',
	match: 'seeding=entities: string, embedding or both',
	concepts_per_query: 'seeding=entities or facts: how many concepts it starts from',
	concept_threshold: 'match=embedding: the least cosine of a concept',
	facts_per_query: 'seeding=facts: how many facts it looks at',
	fact_threshold: 'seeding=facts: the least cosine of a fact',
	passage_weight: "seeding=entities or facts: weight of the legs' best document beside the concepts",
	walk: 'pagerank or khop',
	damping: 'walk=pagerank: the probability of walking on (0..1)',
	hops: 'walk=khop: edges of a walk',
	decay: 'walk=khop: what each hop keeps (0..1)',
	hub_cap: 'walk=khop: concepts of a higher degree are not walked through',
	breadth: 'walk=khop: nodes of a hop that are walked on from',
	directed: 'facts are walked from subject to object only',
	relations: 'count (each statement weighs 1) or rarity (common relations weigh less)',
	synonyms: 'none, join (an edge between near concepts) or merge (one concept)',
	synonym_threshold: 'the least cosine of synonyms',
	as_of: 'an ISO date: facts as they held then; empty: those that nothing superseded',
	embedder: 'for synonyms, match=embedding and seeding=facts: <provider>:<model>',
};

const RANGES: Readonly<Record<string, Range>> = {
	seed_share: share,
	seeds_per_query: count,
	concepts_per_query: count,
	concept_threshold: share,
	facts_per_query: count,
	fact_threshold: share,
	passage_weight: { wanted: 'a number from 0', holds: (value) => value >= 0 },
	damping: { wanted: 'a number from 0 to below 1', holds: (value) => value >= 0 && value < 1 },
	hops: count,
	decay: share,
	hub_cap: atLeastOne,
	breadth: count,
	synonym_threshold: share,
};

/** Throws `usage` for a number out of range. */
export function checkTyped(options: TypedOptions): void {
	checkRanges('graph:typed', options, RANGES);
}

/** The time that `as_of` names, in milliseconds since 1970. */
export function readAsOf(asOf: string): number | undefined {
	const date = readDate(asOf);
	if (isMisfit(date)) throw new BenchError('usage', `graph:typed: as_of must be ${date.wanted}, not "${asOf}"`);
	return date?.getTime();
}
