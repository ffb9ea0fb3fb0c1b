import type { OptionValues } from '../../harness/contract.ts';
import { isMisfit, readDate } from '../../harness/datasets/fields.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { roleOption } from '../graph/role.ts';

/** The graph's sources and its walk; the legs that seed it stand beside. */
export const PG_GRAPH_OPTIONS = {
	source: option.choice(
		'keywords',
		['keywords', 'triples'],
		'keywords (tags, expanded keywords and noun phrases, as graph) or triples (triples.jsonl, as graph:typed walk=khop)',
	),
	role: roleOption,
	seed_share: option.number(0.75, {
		min: 0,
		max: 1,
		help: 'what being the first seed is worth, as a share of the strongest support',
	}),
	seeds_per_query: option.integer(3, { min: 1, help: 'how many documents it starts from' }),
	hops: option.integer(2, {
		min: 1,
		max: 6,
		help: 'keywords: document-to-document steps; triples: edges (two from document to document)',
	}),
	decay: option.number(0.5, { min: 0, max: 1, help: 'what each hop is worth of the one before' }),
	hub_cap: option.integer(100, { min: 1, help: 'concepts of a higher degree are not walked through' }),
	neighbours: option.integer(20, { min: 1, help: 'nodes of a hop that are walked on from' }),
	min_docs: option.integer(2, { min: 1, help: 'keywords: concepts of fewer documents are pruned' }),
	max_share: option.number(0.02, {
		min: 0,
		max: 1,
		help: 'keywords: concepts of a larger share of the documents are pruned',
	}),
	valid_at: option.text('', 'triples: an ISO date, edges as they held then; empty: those that nothing superseded'),
};

export type PgGraphOptions = OptionValues<typeof PG_GRAPH_OPTIONS>;

/** The time that `valid_at` names. Throws `usage` where it is no date. */
export function readValidAt(owner: string, validAt: string): Date | undefined {
	const date = readDate(validAt);
	if (isMisfit(date)) throw new BenchError('usage', `${owner}: valid_at must be ${date.wanted}, not "${validAt}"`);
	return date;
}
