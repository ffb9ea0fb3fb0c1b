import Graph, { DirectedGraph, UndirectedGraph } from 'graphology';
import { describe, expect, it } from 'vitest';
import { CONFORMANCE_CORPUS } from '../conformance-corpus.ts';
import { bipartiteGraph, docKey } from './bipartite-graph.ts';
import { componentSizes } from './components.ts';
import { compact, degree, sharedNeighbours, sizeBytes } from './csr.ts';
import { type Incidence, readIncidence } from './incidence.ts';

function heldBy({ offsets, held }: Incidence, doc: number): Int32Array {
	return held.slice(offsets[doc], offsets[doc + 1]);
}

describe('compact', () => {
	it('holds both directions of every edge, ascending, with weights', () => {
		const graph = new DirectedGraph();
		for (const node of ['a', 'b', 'c', 'd']) graph.addNode(node);
		graph.addEdge('c', 'a', { weight: 3 });
		graph.addEdge('b', 'c', { weight: 2 });
		graph.addEdge('b', 'a', { weight: 1 });
		const { offsets, targets, weights } = compact(graph, { weight: 'weight' });
		expect([...offsets]).toEqual([0, 2, 4, 6, 6]);
		expect([...targets]).toEqual([1, 2, 0, 2, 0, 1]);
		expect([...(weights ?? [])]).toEqual([1, 3, 1, 2, 3, 2]);
	});

	it('follows directions on request', () => {
		const graph = new Graph({ type: 'mixed' });
		for (const node of ['a', 'b', 'c']) graph.addNode(node);
		graph.addDirectedEdge('b', 'a');
		graph.addUndirectedEdge('b', 'c');
		const { offsets, targets } = compact(graph, { followDirection: true });
		expect([...offsets]).toEqual([0, 0, 2, 3]);
		expect([...targets]).toEqual([0, 2, 1]);
	});

	it('counts a loop once', () => {
		const graph = new UndirectedGraph();
		graph.addNode('a');
		graph.addEdge('a', 'a');
		expect(degree(compact(graph), 0)).toBe(1);
	});
});

describe('the bipartite graph', () => {
	const incidence = readIncidence(CONFORMANCE_CORPUS, { minDocs: 1, maxShare: 1 });
	const graph = compact(bipartiteGraph(CONFORMANCE_CORPUS, incidence));
	const docs = CONFORMANCE_CORPUS.length;

	it('stands for the clique graph of concepts, weights and all', () => {
		// The graph it replaces, built: an edge between any two concepts of a document, one heavier for each such document.
		const cliques = new UndirectedGraph();
		const names = Array.from({ length: incidence.concepts }, (_, concept) => incidence.nameOf(concept));
		for (const name of names) cliques.addNode(name);
		for (let doc = 0; doc < docs; doc++)
			for (const [i, one] of heldBy(incidence, doc).entries())
				for (const other of heldBy(incidence, doc).slice(i + 1)) {
					const [x, y] = [names[one] as string, names[other] as string];
					cliques.updateEdge(x, y, (edge) => ({ weight: (edge.weight ?? 0) + 1 }));
				}
		expect(cliques.size).toBeGreaterThan(20);
		for (const [i, x] of names.entries())
			for (const [j, y] of names.entries()) {
				if (i === j) continue;
				const edge = cliques.edge(x, y);
				const weight = edge === undefined ? 0 : cliques.getEdgeAttribute(edge, 'weight');
				expect(sharedNeighbours(graph, docs + i, docs + j)).toBe(weight);
			}
	});

	it('says how many concepts two documents share', () => {
		const docIndex = (id: string) => CONFORMANCE_CORPUS.findIndex((doc) => doc.id === id);
		const held = (id: string) => new Set(heldBy(incidence, docIndex(id)));
		for (const [a, b] of [
			['1', '3'],
			['6', '7'],
			['8', '1'],
		] as const)
			expect(sharedNeighbours(graph, docIndex(a), docIndex(b))).toBe([...held(a)].filter((c) => held(b).has(c)).length);
	});

	it('keeps documents and concepts of one name apart', () => {
		expect(bipartiteGraph(CONFORMANCE_CORPUS, incidence).getNodeAttribute(docKey('1'), 'kind')).toBe('doc');
	});

	it('prunes what too few or too many documents hold, and counts it', () => {
		const pruned = readIncidence(CONFORMANCE_CORPUS, { minDocs: 2, maxShare: 0.25 });
		for (let concept = 0; concept < pruned.concepts; concept++) {
			const holders = CONFORMANCE_CORPUS.filter((_, doc) => heldBy(pruned, doc).includes(concept)).length;
			expect(holders, pruned.nameOf(concept)).toBeGreaterThanOrEqual(2);
			expect(holders, pruned.nameOf(concept)).toBeLessThanOrEqual(3);
		}
		expect(pruned.concepts + pruned.prunedRare + pruned.prunedCommon).toBe(incidence.concepts);
		expect(pruned.prunedCommon).toBeGreaterThan(0);
	});

	it('knows its components and its size', () => {
		const sizes = componentSizes(graph);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(graph.nodes);
		expect(sizes).toEqual([...sizes].sort((x, y) => y - x));
		const withIsolated = new UndirectedGraph();
		for (const node of ['a', 'b', 'c']) withIsolated.addNode(node);
		withIsolated.addEdge('a', 'c');
		expect(componentSizes(compact(withIsolated))).toEqual([2, 1]);
		expect(sizeBytes(compact(withIsolated))).toBe(4 * (4 + 2));
	});
});
