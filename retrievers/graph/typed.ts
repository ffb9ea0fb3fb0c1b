import type {
	Doc,
	IndexContext,
	Query,
	Ranking,
	RetrieveContext,
	Retriever,
	RetrieverPlugin,
} from '../../harness/contract.ts';
import { checkEmbedder } from '../embedders/index.ts';
import { graphSize } from './components.ts';
import { type CompactGraph, compact, hasEdge, sizeBytes } from './csr.ts';
import { createKHop } from './khop.ts';
import { createPagerank } from './pagerank.ts';
import { ROLES } from './role.ts';
import { SEEDINGS } from './seeding/index.ts';
import type { SeedingContext } from './seeding/seeding.ts';
import { fusedSeeds, type Seed } from './seeds.ts';
import { addSeedShare, supportedRanking } from './support.ts';
import { type OpenTextVectors, openTextVectors, type TextVectors } from './text-vectors.ts';
import { readTriples, TRIPLES_FILE, triplesHash } from './triples.ts';
import { readAsOf, TYPED_OPTIONS, type TypedOptions } from './typed-options.ts';
import { proportions, type Start, type Walk } from './walk.ts';

const WALKS: Readonly<
	Record<TypedOptions['walk'], (graph: CompactGraph, docs: number, options: TypedOptions) => Walk>
> = {
	pagerank: (graph, _docs, { damping }) => createPagerank(graph, { damping }),
	khop: (graph, docs, { hops, decay, hub_cap: hubCap, breadth }) =>
		createKHop(graph, docs, { hops, decay, hubCap, breadth }),
};

/**
 * A graph of documents and concepts from extracted triples (`triples.jsonl` beside the corpus), walked from what the
 * seeding finds. A document's score is what the walk brings to its node.
 *
 * Documents themselves are the starts with `seeding=base`. Each is walked from on its own, and what it brings back to
 * itself does not count: a start has the support of the others, and `seed_share` x its weight x the strongest support of
 * any document. Personalised PageRank as it stands ranks its own seeds first, and a leg that repeats its seeds can't be
 * told from one that finds nothing.
 *
 * A query of which the graph knows nothing gets an empty ranking. With no other leg to seed it, `seeding=base` starts
 * from the concepts that the query names.
 */
export const typed = createTyped(openTextVectors);

/** @param open where vectors of concepts, facts and queries come from */
export function createTyped(open: OpenTextVectors): RetrieverPlugin<typeof TYPED_OPTIONS> {
	return {
		name: 'graph:typed',
		summary: 'documents and concepts from extracted triples, walked by personalised PageRank or k hops',
		options: TYPED_OPTIONS,
		variants: { seeding: ['base', 'entities', 'facts'], walk: ['pagerank', 'khop'], role: ['voter', 'generator'] },
		stage: 'graph',
		reads: [TRIPLES_FILE],
		seededBy: ({ seeds }) => seeds,
		validate({ embedder, as_of }) {
			checkEmbedder(embedder);
			readAsOf(as_of);
		},
		async index(corpus, options, context) {
			let opened: Promise<TextVectors> | undefined;
			const vectors = (): Promise<TextVectors> => {
				opened ??= open(options.embedder, context);
				return opened;
			};
			const close = (): void => {
				opened?.then((texts) => texts.close()).catch(() => undefined);
				opened = undefined;
			};
			try {
				const retriever = await indexed(corpus, options, context, vectors);
				const texts = await opened;
				const embedder = texts === undefined ? {} : { embedder: texts.id, weights_sha256: texts.weightsHash ?? null };
				return { ...retriever, facts: () => ({ ...retriever.facts?.(), ...embedder }), close };
			} catch (error) {
				close();
				throw error;
			}
		},
	};
}

async function indexed(
	corpus: readonly Doc[],
	options: TypedOptions,
	context: IndexContext,
	vectors: () => Promise<TextVectors>,
): Promise<Retriever> {
	const { returnsSeeds } = ROLES[options.role];
	const seeding = SEEDINGS[options.seeding];
	const makeWalk = WALKS[options.walk];

	// graphology loads only when a graph is built.
	const { buildTyped } = await import('./build-typed.ts');
	const built = await buildTyped(corpus, await readTriples(context.datasetDirectory), options, vectors);
	const { order, vocabulary, nodeOf, knowledge, counts } = built;
	const triplesSha256 = triplesHash(context.datasetDirectory);
	const docs = corpus.length;
	const graph = compact(built.graph, { weight: 'weight', followDirection: options.directed });
	const edges = built.graph.size;
	const walk = makeWalk(graph, docs, options);
	const seedingContext: SeedingContext = {
		docs,
		graph,
		vocabulary,
		nodeOf,
		docFrequency: docFrequency(graph, docs),
		facts: knowledge.facts,
		options,
		vectors,
	};
	const findStarts = await seeding.prepare(seedingContext);
	const alone = await SEEDINGS.entities.prepare({
		...seedingContext,
		options: { ...options, match: 'string' },
	});

	async function startsOf(query: Query, passages: readonly Seed[], context: RetrieveContext) {
		if (seeding.startsFromPassages && context.seeds.size > 0)
			return { starts: await findStarts(query, passages, context), fromPassages: true };
		const find = seeding.startsFromPassages ? alone : findStarts;
		const concepts = await find(query, passages, context);
		// Without a concept there is nothing to walk from but what the other legs found: that would be their ranking.
		const starts = concepts.length === 0 ? [] : [...concepts, ...lightPassages(passages, options.passage_weight)];
		return { starts, fromPassages: false };
	}

	return {
		async retrieve(query, depth, context): Promise<Ranking> {
			// A document without concepts has no edges: nothing can be walked from it.
			const passages = fusedSeeds(context.seeds, order, docs).filter(({ docIndex }) => hasEdge(graph, docIndex));
			const { starts, fromPassages } = await startsOf(query, passages, context);
			const seeds = starts.filter(({ node }) => node < docs).map(({ node, weight }) => ({ docIndex: node, weight }));
			context.startedFrom(seeds.map(({ docIndex }) => (corpus[docIndex] as Doc).id));
			if (starts.length === 0) return [];
			const scores = fromPassages ? supportOfOthers(walk, starts, docs) : walk.spread(starts).slice(0, docs);
			if (fromPassages) addSeedShare(scores, seeds, options.seed_share);
			if (!returnsSeeds) for (const { docIndex } of seeds) scores[docIndex] = 0;
			return supportedRanking(scores, corpus, depth);
		},
		indexSizeBytes: () => sizeBytes(graph),
		covers: (docId) => hasEdge(graph, order.get(docId)),
		facts: () => ({ ...graphSize(graph, edges), triples_sha256: triplesSha256, ...counts }),
	};
}

/** The support that starts at documents bring to every document but themselves. */
function supportOfOthers(walk: Walk, starts: readonly Start[], docs: number): Float64Array {
	const support = new Float64Array(docs);
	for (const { node: start, weight } of proportions(starts)) {
		const brought = walk.spread([{ node: start, weight: 1 }]);
		for (let docIndex = 0; docIndex < docs; docIndex++)
			if (docIndex !== start)
				support[docIndex] = (support[docIndex] as number) + weight * (brought[docIndex] as number);
	}
	return support;
}

/** The legs' documents as starts beside the concepts: `weight` for the best, nothing for the last, in between by score. */
function lightPassages(passages: readonly Seed[], weight: number): readonly Start[] {
	const last = passages.at(-1)?.weight ?? 0;
	const range = 1 - last;
	return passages
		.map((seed) => ({ node: seed.docIndex, weight: weight * (range > 0 ? (seed.weight - last) / range : 1) }))
		.filter((start) => start.weight > 0);
}

function docFrequency({ nodes, offsets, targets }: CompactGraph, docs: number): Int32Array {
	const frequency = new Int32Array(nodes);
	for (let doc = 0; doc < docs; doc++)
		for (let slot = offsets[doc] as number; slot < (offsets[doc + 1] as number); slot++) {
			const concept = targets[slot] as number;
			frequency[concept] = (frequency[concept] as number) + 1;
		}
	return frequency;
}
