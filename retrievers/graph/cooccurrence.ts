import type { Doc, OptionValues, Query, Ranking, RetrieveContext, RetrieverPlugin } from '../../harness/contract.ts';
import { option } from '../../harness/options.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import { bipartiteCsr } from './bipartite-csr.ts';
import { graphSize } from './components.ts';
import { hasEdge, sizeBytes } from './csr.ts';
import { createExpansion } from './expand.ts';
import { readIncidence } from './incidence.ts';
import { namedSeeds } from './query-seeds.ts';
import { ROLES, roleOption } from './role.ts';
import { fusedSeeds } from './seeds.ts';
import { addSeedShare, supportedRanking } from './support.ts';

const options = {
	seeds: option.list(['fts', 'dense'], { help: 'the legs whose documents it starts from' }),
	role: roleOption,
	seed_share: option.number(0.75, {
		min: 0,
		max: 1,
		help: 'what being the first seed is worth, as a share of the strongest support',
	}),
	seeds_per_query: option.integer(3, { min: 1, help: 'how many documents it starts from' }),
	hops: option.integer(2, { min: 1, help: 'document-to-document steps of a walk' }),
	decay: option.number(0.5, { min: 0, max: 1, help: 'what each further hop is worth of the one before' }),
	hub_cap: option.number(100, { min: 1, help: 'concepts of more documents are not walked through' }),
	neighbours: option.integer(20, { min: 1, help: 'documents that a seed hands its weight to at each hop' }),
	min_docs: option.integer(2, { min: 1, help: 'concepts of fewer documents are pruned' }),
	max_share: option.number(0.02, { min: 0, max: 1, help: 'concepts of a larger share of the documents are pruned' }),
};

export type CooccurrenceOptions = OptionValues<typeof options>;

/**
 * Keyword co-occurrence: documents that share concepts with the documents that other legs found first. Concepts are the
 * tags, the expanded keywords and the noun phrases of the content.
 *
 * A document's score is the support that the seeds give it (`expand.ts`); a seed gets, besides the support of the other
 * seeds, `seed_share` x its weight x the strongest support of any document. So a newcomer that the seeds point to
 * stands above a seed on which they are silent, and below one that they confirm.
 *
 * If no other leg seeds it (`--retriever graph`), it starts from the documents whose concepts the query names. A
 * query that gives no seed, or seeds that lead nowhere, get an empty ranking.
 */
export const cooccurrence: RetrieverPlugin<typeof options> = {
	name: 'graph',
	summary: 'keyword co-occurrence: documents that share concepts with what other legs found',
	options,
	stage: 'graph',
	keepsSensitiveLocal: true,
	variants: { role: ['voter', 'generator'], hops: [1, 2], seeds_per_query: [3, 10] },
	seededBy: ({ seeds }) => seeds,
	async index(corpus: readonly Doc[], values: CooccurrenceOptions) {
		const { returnsSeeds } = ROLES[values.role];
		const incidence = readIncidence(corpus, { minDocs: values.min_docs, maxShare: values.max_share });
		const graph = bipartiteCsr(incidence);
		const order = corpusOrder(corpus);
		const { hops, decay, hub_cap: hubCap, neighbours } = values;
		const expansion = createExpansion(graph, corpus.length, { hops, decay, hubCap, neighbours });
		const edges = graph.targets.length / 2;

		return {
			retrieve(query: Query, depth: number, context: RetrieveContext): Ranking {
				const howMany = values.seeds_per_query;
				const seeds =
					context.seeds.size > 0
						? fusedSeeds(context.seeds, order, howMany)
						: namedSeeds(query.text, graph, incidence, howMany);
				context.startedFrom(seeds.map(({ docIndex }) => (corpus[docIndex] as Doc).id));
				const scores = expansion.scores(seeds);
				addSeedShare(scores, seeds, values.seed_share);
				if (!returnsSeeds) for (const { docIndex } of seeds) scores[docIndex] = 0;
				return supportedRanking(scores, corpus, depth);
			},
			indexSizeBytes: () => sizeBytes(graph),
			covers: (docId) => hasEdge(graph, order.get(docId)),
			facts: () => ({
				...graphSize(graph, edges),
				concepts: incidence.concepts,
				pruned_rare: incidence.prunedRare,
				pruned_common: incidence.prunedCommon,
			}),
		};
	},
};
