import type { Doc, Query, Ranking, RetrieveContext, RetrieverPlugin } from '../../harness/contract.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import { choice } from '../choice.ts';
import { graphSize } from './components.ts';
import { compact, hasEdge, sizeBytes } from './csr.ts';
import { createExpansion } from './expand.ts';
import { readIncidence } from './incidence.ts';
import { namedSeeds } from './query-seeds.ts';
import { atLeastOne, checkRanges, count, type Range, share } from './ranges.ts';
import { ROLES } from './role.ts';
import { fusedSeeds } from './seeds.ts';
import { addSeedShare, supportedRanking } from './support.ts';

export type CooccurrenceOptions = {
	readonly seeds: readonly string[];
	readonly role: string;
	readonly seeds_per_query: number;
	readonly seed_share: number;
	readonly hops: number;
	readonly decay: number;
	readonly hub_cap: number;
	readonly neighbours: number;
	readonly min_docs: number;
	readonly max_share: number;
};

/**
 * Keyword co-occurrence: documents that share concepts with the documents that other legs found first. Concepts are the
 * tags, the expanded keywords and the noun phrases of the content.
 *
 * A document's score is the support that the seeds give it (`expand.ts`); a seed gets, besides the support of the other
 * seeds, `seed_share` x its weight x the strongest support of any document. So a newcomer that the seeds point to
 * stands above a seed on which they are silent, and below one that they confirm.
 *
 * With no other leg to seed it (`--retriever graph`), it starts from the documents whose concepts the query names. A
 * query that gives no seed, or seeds that lead nowhere, get an empty ranking.
 */
export const cooccurrence: RetrieverPlugin<CooccurrenceOptions> = {
	name: 'graph',
	summary: 'keyword co-occurrence: documents that share concepts with what other legs found',
	defaults: {
		seeds: ['fts', 'dense'],
		role: 'voter',
		seed_share: 0.75,
		seeds_per_query: 3,
		hops: 2,
		decay: 0.5,
		hub_cap: 100,
		neighbours: 20,
		min_docs: 2,
		max_share: 0.02,
	},
	help: {
		seeds: 'the legs whose documents it starts from',
		role: 'voter (may return its seeds) or generator (may not)',
		seeds_per_query: 'how many documents it starts from',
		seed_share: 'what being the first seed is worth, as a share of the strongest support (0..1)',
		hops: 'document-to-document steps of a walk',
		decay: 'what each further hop is worth of the one before (0..1)',
		hub_cap: 'concepts of more documents are not walked through',
		neighbours: 'documents that a seed hands its weight to at each hop',
		min_docs: 'concepts of fewer documents are pruned',
		max_share: 'concepts of a larger share of the documents are pruned (0..1)',
	},
	stage: 'graph',
	keepsSensitiveLocal: true,
	seededBy: (options) => options.seeds,
	async index(corpus: readonly Doc[], options: CooccurrenceOptions) {
		checkRanges('graph', options, RANGES);
		const { returnsSeeds } = choice('graph', 'role', options.role, ROLES);
		const incidence = readIncidence(corpus, { minDocs: options.min_docs, maxShare: options.max_share });
		// graphology loads only when a graph is built.
		const { bipartiteGraph } = await import('./bipartite-graph.ts');
		const graph = compact(bipartiteGraph(corpus, incidence));
		const nodeOf = new Map(incidence.concepts.map((concept, i) => [concept, corpus.length + i]));
		const order = corpusOrder(corpus);
		const { hops, decay, hub_cap: hubCap, neighbours } = options;
		const expansion = createExpansion(graph, corpus.length, { hops, decay, hubCap, neighbours });
		const edges = graph.targets.length / 2;

		return {
			retrieve(query: Query, depth: number, context: RetrieveContext): Ranking {
				const howMany = options.seeds_per_query;
				const seeds =
					context.seeds.size > 0
						? fusedSeeds(context.seeds, order, howMany)
						: namedSeeds(query.text, graph, corpus.length, nodeOf, howMany);
				context.startedFrom(seeds.map(({ place }) => (corpus[place] as Doc).id));
				const scores = expansion.scores(seeds);
				addSeedShare(scores, seeds, options.seed_share);
				if (!returnsSeeds) for (const { place } of seeds) scores[place] = 0;
				return supportedRanking(scores, corpus, depth);
			},
			indexSizeBytes: () => sizeBytes(graph),
			covers: (docId) => hasEdge(graph, order.get(docId)),
			facts: () => ({
				...graphSize(graph, edges),
				concepts: incidence.concepts.length,
				pruned_rare: incidence.prunedRare,
				pruned_common: incidence.prunedCommon,
			}),
		};
	},
};

const RANGES: Readonly<Record<string, Range>> = {
	seed_share: share,
	seeds_per_query: count,
	hops: count,
	decay: share,
	hub_cap: atLeastOne,
	neighbours: count,
	min_docs: count,
	max_share: share,
};
