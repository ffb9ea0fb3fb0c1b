import fc from 'fast-check';
import { UndirectedGraph } from 'graphology';
import { describe, expect, it } from 'vitest';
import { type CompactGraph, compact } from './csr.ts';
import { createExpansion } from './expand.ts';
import { createKHop } from './khop.ts';
import { createPagerank } from './pagerank.ts';

/** Documents 0..4 and concepts 5..10, an edge wherever a document holds a concept. */
const DOCS = 5;
const CONCEPTS = 6;
const graphs: fc.Arbitrary<CompactGraph> = fc
	.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: CONCEPTS, maxLength: CONCEPTS }), {
		minLength: DOCS,
		maxLength: DOCS,
	})
	.map((weights) => {
		const graph = new UndirectedGraph();
		for (let node = 0; node < DOCS + CONCEPTS; node++) graph.addNode(String(node));
		for (const [doc, row] of weights.entries())
			for (const [concept, weight] of row.entries())
				if (weight > 0) graph.addEdge(String(doc), String(DOCS + concept), { weight });
		return compact(graph, { weight: 'weight' });
	});
const starts = fc.uniqueArray(
	fc.record({ node: fc.nat(DOCS - 1), weight: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
	{
		selector: ({ node }) => node,
		minLength: 1,
	},
);

describe('walks over any graph', () => {
	it('PageRank is a distribution that leaves the start no more than it had and no less than 1 - damping of it', () => {
		fc.assert(
			fc.property(graphs, starts, fc.double({ min: 0, max: 0.95, noNaN: true }), (graph, from, damping) => {
				const rank = createPagerank(graph, { damping }).spread(from);
				const sum = from.reduce((total, { weight }) => total + weight, 0);
				expect(rank.reduce((total, value) => total + value, 0)).toBeCloseTo(1, 6);
				for (const { node, weight } of from)
					expect(rank[node]).toBeGreaterThanOrEqual((1 - damping) * (weight / sum) - 1e-9);
			}),
		);
	});

	it('k hops never hand out more than they were given, hop by hop', () => {
		fc.assert(
			fc.property(graphs, starts, fc.integer({ min: 1, max: 5 }), (graph, from, hops) => {
				const decay = 0.5;
				const out = createKHop(graph, DOCS, { hops, decay, hubCap: 3, breadth: 4 }).spread(from);
				const most = Array.from({ length: hops }, (_, hop) => decay ** (hop + 1)).reduce(
					(sum, value) => sum + value,
					0,
				);
				expect(out.every((value) => value >= 0)).toBe(true);
				expect(out.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(most + 1e-9);
			}),
		);
	});

	it('expansion gives finite scores, and none where no other document shares a concept', () => {
		fc.assert(
			fc.property(graphs, starts, (graph, from) => {
				const options = { hops: 2, decay: 0.5, hubCap: 100, neighbours: 3 };
				const expansion = createExpansion(graph, DOCS, options);
				const seeds = from.map(({ node, weight }) => ({ docIndex: node, weight }));
				const scores = expansion.scores(seeds);
				expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true);
				expect(expansion.scores(seeds)).toEqual(scores);
				for (const seed of seeds) expect(expansion.scores([seed])[seed.docIndex]).toBe(0);
			}),
		);
	});
});
