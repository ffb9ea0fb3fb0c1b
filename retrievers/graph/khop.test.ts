import { UndirectedGraph } from 'graphology';
import { describe, expect, it } from 'vitest';
import { compact } from './csr.ts';
import { createKHop } from './khop.ts';

// Two documents (0, 1), then concepts: a ring 2-3-4-2 that 0 hangs on, and a hub 5 between 4 and 1.
const graph = new UndirectedGraph();
for (const node of ['d0', 'd1', 'c2', 'c3', 'c4', 'hub', 'x', 'y']) graph.addNode(node);
const weighted: readonly (readonly [string, string, number])[] = [
	['d0', 'c2', 2],
	['c2', 'c3', 1],
	['c2', 'c4', 3],
	['c3', 'c4', 1],
	['c4', 'hub', 1],
	['hub', 'd1', 1],
	['hub', 'x', 1],
	['hub', 'y', 1],
];
for (const [x, y, weight] of weighted) graph.addEdge(x, y, { weight });
const matrix = compact(graph, { weight: 'weight' });
const options = { hops: 4, decay: 0.5, hubCap: 100, breadth: 100 };
const from = (node: number) => [{ node, weight: 1 }];

describe('k-hop walks', () => {
	it('divides the strength by weight and decays it at each hop', () => {
		const out = createKHop(matrix, 2, { ...options, hops: 2 }).spread(from(0));
		expect(out[2]).toBeCloseTo(0.5, 12);
		expect(out[3]).toBeCloseTo(0.5 * 0.5 * (1 / 6), 12);
		expect(out[4]).toBeCloseTo(0.5 * 0.5 * (3 / 6), 12);
		expect(out[5]).toBe(0);
	});

	it('never enters a node again, its start included', () => {
		const walk = createKHop(matrix, 2, { ...options, hops: 50 });
		const out = walk.spread(from(0));
		expect(out[0]).toBe(0);
		// The ring is entered at 2; 3 and 4 are reached at once and do not hand on to each other or back.
		expect(out[2]).toBeCloseTo(0.5, 12);
		expect(out[3]).toBeCloseTo(0.5 * 0.5 * (1 / 6), 12);
		expect(out[1]).toBeGreaterThan(0);
	});

	it('reaches hubs and does not walk through them', () => {
		const out = createKHop(matrix, 2, { ...options, hubCap: 3 }).spread(from(0));
		expect(out[5]).toBeGreaterThan(0);
		expect([out[1], out[6]]).toEqual([0, 0]);
	});

	it('walks on from the strongest only', () => {
		const out = createKHop(matrix, 2, { ...options, breadth: 1 }).spread([{ node: 3, weight: 1 }]);
		// From 3, equal shares reach 2 and 4; the lower number is walked on from, so the hub is not reached.
		expect(out[0]).toBeGreaterThan(0);
		expect(out[5]).toBe(0);
	});

	it('adds up walks, leaves nothing behind, and starts from hubs', () => {
		const walk = createKHop(matrix, 2, { ...options, hubCap: 3 });
		const one = walk.spread(from(0));
		const both = walk.spread([
			{ node: 0, weight: 3 },
			{ node: 5, weight: 1 },
		]);
		const other = walk.spread(from(5));
		expect(other[1]).toBeGreaterThan(0);
		both.forEach((value, node) => {
			expect(value).toBeCloseTo(0.75 * (one[node] as number) + 0.25 * (other[node] as number), 12);
		});
	});
});
