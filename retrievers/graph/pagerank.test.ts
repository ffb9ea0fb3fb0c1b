import Graph, { type DirectedGraph, UndirectedGraph } from 'graphology';
import { describe, expect, it } from 'vitest';
import { compact } from './csr.ts';
import { createPagerank } from './pagerank.ts';

const EDGES = [
	['a', 'b', 1],
	['a', 'c', 2],
	['b', 'c', 1],
	['c', 'd', 3],
	['d', 'e', 1],
	['e', 'f', 2],
	['f', 'g', 1],
	['h', 'i', 1],
] as const;
const NODES = [...'abcdefghij'];

function fill<G extends Graph>(graph: G): G {
	for (const node of NODES) graph.addNode(node);
	for (const [x, y, weight] of EDGES) graph.addEdge(x, y, { weight });
	return graph;
}

const undirected = compact(fill(new UndirectedGraph()), { weight: 'weight' });
const precise = { damping: 0.5, tolerance: 1e-14, maxIterations: 1000 };
const start = (weights: Readonly<Record<string, number>>) =>
	Object.entries(weights).map(([node, weight]) => ({ node: NODES.indexOf(node), weight }));

describe('personalised PageRank', () => {
	// networkx 3.4.2: pagerank(G, alpha, personalization, weight='weight', tol=1e-14, max_iter=1000).
	it.each([
		[
			{ a: 1 },
			[
				0.569011496978, 0.114969775987, 0.241614317885, 0.061870333057, 0.008800521512, 0.003200189641, 0.00053336494,
				0, 0, 0,
			],
		],
		[
			{ a: 1, e: 3 },
			[
				0.148853265379, 0.032653786891, 0.094138911936, 0.096953893564, 0.440514993481, 0.160187270357, 0.026697878393,
				0, 0, 0,
			],
		],
		[
			{ j: 1, c: 1 },
			[
				0.080538105962, 0.047726285014, 0.411639208249, 0.105408715578, 0.014993481095, 0.005452174944, 0.000908695824,
				0, 0, 0.333333333333,
			],
		],
	])('agrees with networkx from %j', (from: Readonly<Record<string, number>>, expected) => {
		const rank = createPagerank(undirected, precise).spread(start(from));
		expected.forEach((value, node) => {
			expect(rank[node]).toBeCloseTo(value, 11);
		});
	});

	it('agrees with networkx on a directed graph, at a damping of .85', () => {
		const directed: DirectedGraph = fill(new Graph({ type: 'directed' }));
		const matrix = compact(directed, { weight: 'weight', followDirection: true });
		const rank = createPagerank(matrix, { ...precise, damping: 0.85 }).spread(start({ a: 1, e: 3 }));
		const expected = [
			0.083364226256, 0.023619864106, 0.067316612702, 0.057219120796, 0.298728931444, 0.253919591728, 0.215831652968, 0,
			0, 0,
		];
		expected.forEach((value, node) => {
			expect(rank[node]).toBeCloseTo(value, 11);
		});
	});

	it('is a distribution, and linear in where it starts', () => {
		const { spread } = createPagerank(undirected, precise);
		const both = spread(start({ a: 1, e: 3 }));
		const [a, e] = [spread(start({ a: 7 })), spread(start({ e: 2 }))];
		expect(both.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
		both.forEach((value, node) => {
			expect(value).toBeCloseTo(0.25 * (a[node] as number) + 0.75 * (e[node] as number), 12);
		});
	});

	it('stops within its tolerance', () => {
		const exact = createPagerank(undirected, precise).spread(start({ a: 1 }));
		const rough = createPagerank(undirected, { damping: 0.5, tolerance: 1e-3 }).spread(start({ a: 1 }));
		const off = rough.reduce((sum, value, node) => sum + Math.abs(value - (exact[node] as number)), 0);
		expect(off).toBeGreaterThan(1e-9);
		expect(off).toBeLessThan(1e-3);
	});
});
