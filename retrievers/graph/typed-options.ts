import type { OptionValues } from '../../harness/contract.ts';
import { isMisfit, readDate } from '../../harness/datasets/fields.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { DEFAULT_EMBEDDER } from '../embedders/model-catalogue.ts';
import { roleOption } from './role.ts';

const count = (fallback: number, help: string) => option.integer(fallback, { min: 1, help });
const share = (fallback: number, help: string) => option.number(fallback, { min: 0, max: 1, help });

export const TYPED_OPTIONS = {
	seeds: option.list(['fts', 'dense'], {
		help: 'the legs whose documents it starts from, or adds to what it starts from',
	}),
	role: roleOption,
	seed_share: share(0.75, 'seeding=base: what being the first seed is worth, as a share of the strongest support'),
	seeding: option.choice(
		'base',
		['base', 'entities', 'facts'],
		"base (the legs' documents), entities (what the query names) or facts (nearest by embedding)",
	),
	seeds_per_query: count(3, 'seeding=base: how many documents it starts from'),
	match: option.choice(
		'string',
		['string', 'embedding', 'both'],
		'seeding=entities: how the query is matched with the names of concepts',
	),
	concepts_per_query: count(5, 'seeding=entities or facts: how many concepts it starts from'),
	concept_threshold: share(0.85, 'match=embedding: the least cosine of a concept'),
	facts_per_query: count(5, 'seeding=facts: how many facts it looks at'),
	fact_threshold: share(0.6, 'seeding=facts: the least cosine of a fact'),
	passage_weight: option.number(0.05, {
		min: 0,
		help: "seeding=entities or facts: weight of the legs' best document beside the concepts",
	}),
	walk: option.choice('pagerank', ['pagerank', 'khop'], 'personalised PageRank, or walks of at most k hops'),
	damping: option.number(0.5, { min: 0, below: 1, help: 'walk=pagerank: the probability of walking on' }),
	hops: count(3, 'walk=khop: edges of a walk'),
	decay: share(0.5, 'walk=khop: what each hop keeps'),
	hub_cap: option.number(100, { min: 1, help: 'walk=khop: concepts of a higher degree are not walked through' }),
	breadth: count(100, 'walk=khop: nodes of a hop that are walked on from'),
	directed: option.flag(false, 'facts are walked from subject to object only'),
	relations: option.choice(
		'count',
		['count', 'rarity'],
		'count (each statement weighs 1) or rarity (common relations weigh less)',
	),
	synonyms: option.choice(
		'none',
		['none', 'join', 'merge'],
		'none, join (an edge between near concepts) or merge (one concept)',
	),
	synonym_threshold: share(0.9, 'the least cosine of synonyms'),
	as_of: option.text('', 'an ISO date: facts as they held then; empty: those that nothing superseded'),
	embedder: option.text(DEFAULT_EMBEDDER, 'for synonyms, match=embedding and seeding=facts: <provider>:<model>'),
};

export type TypedOptions = OptionValues<typeof TYPED_OPTIONS>;

/** The time that `as_of` names, in milliseconds since 1970. */
export function readAsOf(asOf: string): number | undefined {
	const date = readDate(asOf);
	if (isMisfit(date)) throw new BenchError('usage', `graph:typed: as_of must be ${date.wanted}, not "${asOf}"`);
	return date?.getTime();
}
