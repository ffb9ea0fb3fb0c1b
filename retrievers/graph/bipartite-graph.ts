import { UndirectedGraph } from 'graphology';
import type { Doc } from '../../harness/contract.ts';
import type { Incidence } from './incidence.ts';

export interface ConceptNode {
	readonly kind: 'doc' | 'concept';
}

/** The key of a document's node. Documents and concepts are kept apart by their prefix. */
export function docKey(id: string): string {
	return `doc:${id}`;
}

/** The key of a concept's node. */
export function conceptKey(concept: string): string {
	return `concept:${concept}`;
}

/**
 * Documents and concepts, an edge where a document holds a concept. Documents are the first nodes, in corpus order.
 *
 * The usual co-occurrence graph joins any two concepts of a document, a clique per document: two million edges for five
 * thousand documents. This graph says the same in one edge per document and concept; a clique's edge is read from it by
 * {@link sharedNeighbours}.
 */
export function bipartiteGraph(corpus: readonly Doc[], incidence: Incidence): UndirectedGraph<ConceptNode> {
	const graph = new UndirectedGraph<ConceptNode>({ allowSelfLoops: false });
	for (const doc of corpus) graph.addNode(docKey(doc.id), { kind: 'doc' });
	const keys = Array.from({ length: incidence.concepts }, (_, concept) => conceptKey(incidence.nameOf(concept)));
	for (const key of keys) graph.addNode(key, { kind: 'concept' });
	corpus.forEach((doc, docIndex) => {
		const source = docKey(doc.id);
		const held = incidence.held.slice(incidence.offsets[docIndex], incidence.offsets[docIndex + 1]).sort();
		for (const concept of held) graph.addEdge(source, keys[concept] as string);
	});
	return graph;
}
