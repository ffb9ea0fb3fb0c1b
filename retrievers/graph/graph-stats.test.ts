import { UndirectedGraph } from 'graphology';
import { describe, expect, it } from 'vitest';
import { docOf } from '../testing/bm25.ts';
import { graphStats } from './graph-stats.ts';
import { leakage } from './leakage.ts';

describe('leakage', () => {
	it('is the share of pairs in which the relevant document has the higher degree, ties half', () => {
		// Relevant 5 and 2 against 1, 2, 4: higher in 1+1+1 + 1, tied in 1.
		expect(leakage([5, 2, 1, 2, 4], new Set([0, 1]), 1)?.auc).toBeCloseTo(4.5 / 6, 12);
	});

	it('tells a difference from none, the same way every time', () => {
		const degrees = Array.from({ length: 200 }, (_, i) => i % 20);
		const even = new Set(Array.from({ length: 40 }, (_, i) => i));
		const high = new Set(degrees.flatMap((value, index) => (value >= 16 ? [index] : [])));
		expect(leakage(degrees, even, 1)).toMatchObject({ auc: 0.5, p: 1, relevant: 40, rest: 160 });
		expect(leakage(degrees, high, 1)).toMatchObject({ auc: 1, p: 1 / 2001 });
		expect(leakage(degrees, high, 1)).toEqual(leakage(degrees, high, 1));
	});

	it('is not defined without both kinds', () => {
		expect(leakage([1, 2], new Set(), 1)).toBeUndefined();
		expect(leakage([1, 2], new Set([0, 1]), 1)).toBeUndefined();
	});
});

describe('graphStats', () => {
	const corpus = ['a', 'b', 'c', 'd'].map((id) => docOf(id, ''));
	const graph = new UndirectedGraph();
	for (const node of ['doc:a', 'doc:b', 'doc:c', 'doc:d', 'concept:x', 'concept:y']) graph.addNode(node);
	graph.addEdge('doc:a', 'concept:x');
	graph.addEdge('doc:b', 'concept:x');
	graph.addEdge('doc:b', 'concept:y');
	graph.addEdge('doc:c', 'concept:y', { kind: 'fact' });
	const qrels = new Map([
		[
			'q1',
			new Map([
				['a', 1],
				['b', 2],
				['c', 0],
			]),
		],
		[
			'q2',
			new Map([
				['a', 1],
				['d', 1],
				['gone', 1],
			]),
		],
		['q3', new Map([['c', 0]])],
	]);

	it('counts what is there', () => {
		const stats = graphStats(graph, corpus, qrels, 1);
		expect(stats).toMatchObject({
			nodes: 6,
			edges: 4,
			edgesByKind: { mention: 3, fact: 1 },
			components: 2,
			largestComponent: 5,
			documents: { nodes: 4, isolated: 1, p50: 1, max: 2, mean: 1, histogram: [1, 2, 1] },
			concepts: { nodes: 2, isolated: 0, p50: 2, max: 2, mean: 2, histogram: [0, 0, 2] },
		});
	});

	it('says what of the judgements it can reach', () => {
		expect(graphStats(graph, corpus, qrels, 1).coverage).toEqual({
			relevantDocuments: 3,
			relevantInGraph: 2,
			queries: 2,
			queriesInGraph: 1,
			relevantPairs: 2,
			relevantPairsSharing: 1,
		});
	});
});
