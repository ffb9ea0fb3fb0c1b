import type { Doc, JsonObject } from '../../harness/contract.ts';
import { type CorpusOrder, corpusOrder } from '../../harness/ranking.ts';
import { type ConceptGraph, conceptGraph } from './concept-graph.ts';
import { type Knowledge, readKnowledge } from './facts.ts';
import { RELATION_WEIGHTS } from './relation-weights.ts';
import { mergeSynonyms, type SynonymPair, synonymPairs } from './synonyms.ts';
import type { TextVectors } from './text-vectors.ts';
import type { Extraction } from './triples.ts';
import { readAsOf, type TypedOptions } from './typed-options.ts';
import { readVocabulary, type Vocabulary } from './vocabulary.ts';

/** A typed graph with what it was made of. */
export interface TypedGraph extends ConceptGraph {
	readonly order: CorpusOrder;
	readonly vocabulary: Vocabulary;
	readonly knowledge: Knowledge;
	/** Counts that explain its size. */
	readonly counts: JsonObject;
}

/** `merges`: near concepts become one; `joins`: an edge joins them. */
const SYNONYMS = {
	none: { merges: false, joins: false },
	join: { merges: false, joins: true },
	merge: { merges: true, joins: false },
} as const;

/**
 * Builds the graph of a corpus from its extractions. Only documents of the corpus count, and none that are sensitive:
 * what was extracted from others is passed over, so that none of their concepts can reach an embedder.
 */
export async function buildTyped(
	corpus: readonly Doc[],
	extractions: readonly Extraction[],
	options: TypedOptions,
	vectors: () => Promise<TextVectors>,
): Promise<TypedGraph> {
	const { merges, joins } = SYNONYMS[options.synonyms];
	const weighting = RELATION_WEIGHTS[options.relations];
	const order = corpusOrder(corpus);
	const known = extractions.filter(({ docId }) => {
		const docIndex = order.get(docId);
		return docIndex !== undefined && !(corpus[docIndex] as Doc).sensitive;
	});
	const vocabulary = readVocabulary(known);
	const count = vocabulary.names.length;
	const pairs = merges || joins ? await synonymsOf(vocabulary, options.synonym_threshold, await vectors()) : [];
	const representative = mergeSynonyms(count, merges ? pairs : []);
	const knowledge = readKnowledge(known, vocabulary, representative, order, readAsOf(options.as_of));
	const built = conceptGraph(
		corpus,
		vocabulary,
		representative,
		knowledge,
		weighting(knowledge.facts),
		joins ? pairs : [],
	);
	return {
		...built,
		order,
		vocabulary,
		knowledge,
		counts: {
			concepts: built.graph.order - corpus.length,
			facts: knowledge.facts.length,
			superseded: knowledge.superseded,
			synonym_pairs: pairs.length,
			merged_concepts: representative.reduce((sum, other, concept) => sum + (other === concept ? 0 : 1), 0),
			documents_without_concepts: knowledge.mentions.filter((held) => held.length === 0).length,
			extractions_passed_over: extractions.length - known.length,
		},
	};
}

async function synonymsOf(
	vocabulary: Vocabulary,
	threshold: number,
	vectors: TextVectors,
): Promise<readonly SynonymPair[]> {
	const matrix = await vectors.ofTexts(vocabulary.written);
	return synonymPairs(matrix, vectors.dimensions, vocabulary.written.length, threshold);
}
