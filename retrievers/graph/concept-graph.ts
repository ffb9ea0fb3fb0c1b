import Graph from 'graphology';
import type { Doc } from '../../harness/contract.ts';
import { conceptKey, docKey } from './bipartite-graph.ts';
import type { Knowledge } from './facts.ts';
import type { RelationWeight } from './relation-weights.ts';
import type { SynonymPair } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The graph of documents and concepts, and where in it each concept of the vocabulary stands. */
export interface ConceptGraph {
	/** Documents are its first nodes, in corpus order. */
	readonly graph: Graph;
	/** By concept of the vocabulary: its node's number, that of its representative where it was merged into another. */
	readonly nodeOf: Int32Array;
}

/**
 * Documents, concepts, and three kinds of edges: a document mentions a concept (weight 1), a fact holds between two
 * concepts (directed; weight by relation, summed over the documents that state it; `relations` lists what is said), two
 * concepts are synonyms (weight: their cosine). Concepts that nothing mentions have no node.
 */
export function conceptGraph(
	corpus: readonly Doc[],
	vocabulary: Vocabulary,
	representative: Int32Array,
	knowledge: Knowledge,
	weigh: RelationWeight,
	synonyms: readonly SynonymPair[],
): ConceptGraph {
	const graph = new Graph({ type: 'mixed', allowSelfLoops: false });
	for (const doc of corpus) graph.addNode(docKey(doc.id), { kind: 'doc' });
	const keys = new Map<number, string>();
	const nodeOf = new Int32Array(vocabulary.names.length).fill(-1);
	for (const held of knowledge.mentions)
		for (const concept of held) {
			if (keys.has(concept)) continue;
			const key = conceptKey(vocabulary.names[concept] as string);
			keys.set(concept, key);
			nodeOf[concept] = corpus.length + keys.size - 1;
			graph.addNode(key, { kind: 'concept', label: vocabulary.written[concept] });
		}
	for (const [concept, other] of representative.entries()) nodeOf[concept] = nodeOf[other] as number;

	corpus.forEach((doc, docIndex) => {
		const source = docKey(doc.id);
		for (const concept of knowledge.mentions[docIndex] as Int32Array)
			graph.addUndirectedEdge(source, keys.get(concept) as string, { kind: 'mention', weight: 1 });
	});
	for (const fact of knowledge.facts) {
		const from = keys.get(fact.subject) as string;
		const to = keys.get(fact.object) as string;
		const weight = weigh(fact) * fact.docs.length;
		const edge = graph.directedEdge(from, to);
		if (edge === undefined) graph.addDirectedEdge(from, to, { kind: 'fact', weight, relations: fact.relation });
		else
			graph.mergeEdgeAttributes(edge, {
				weight: (graph.getEdgeAttribute(edge, 'weight') as number) + weight,
				relations: `${graph.getEdgeAttribute(edge, 'relations')}; ${fact.relation}`,
			});
	}
	for (const { a, b, similarity } of synonyms) {
		const one = keys.get(representative[a] as number);
		const other = keys.get(representative[b] as number);
		if (one === undefined || other === undefined || one === other || graph.hasUndirectedEdge(one, other)) continue;
		graph.addUndirectedEdge(one, other, { kind: 'synonym', weight: similarity });
	}
	return { graph, nodeOf };
}
