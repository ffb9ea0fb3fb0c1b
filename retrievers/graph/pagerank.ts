import type { CompactGraph } from './csr.ts';
import { proportions, type Start, type Walk } from './walk.ts';

export interface PagerankOptions {
	/** The probability of walking on rather than starting again; 0..1, below 1. */
	readonly damping: number;
	/** It stops when an iteration moves less than this in sum (L1). Default 1e-6. */
	readonly tolerance?: number;
	/** Default 200: a damping of .9 needs about 130 to come within 1e-6. */
	readonly maxIterations?: number;
}

/**
 * Personalised PageRank (Page et al., 1999; Haveliwala, 2002) by power iteration on compact arrays: a walker goes along
 * an edge with a probability in proportion to its weight, and at every step starts again with 1 - damping. Nodes without
 * edges hand what they have back to the starts. The result is a distribution over nodes, as networkx's `pagerank` with
 * `alpha`, `personalization` and `weight`, whose tolerance is coarser (1e-6 for every node).
 */
export function createPagerank(graph: CompactGraph, options: PagerankOptions): Walk {
	const { damping, tolerance = 1e-6, maxIterations = 200 } = options;
	const { nodes, offsets, targets } = graph;
	const shares = transitionShares(graph);

	function spread(starts: readonly Start[]): Float64Array {
		const restart = new Float64Array(nodes);
		for (const { node, weight } of proportions(starts)) restart[node] = (restart[node] as number) + weight;
		let rank = restart.slice();
		let next = new Float64Array(nodes);
		for (let iteration = 0; iteration < maxIterations; iteration++) {
			next.fill(0);
			let stranded = 0;
			for (let node = 0; node < nodes; node++) {
				const mass = rank[node] as number;
				if (mass === 0) continue;
				const end = offsets[node + 1] as number;
				let slot = offsets[node] as number;
				if (slot === end) stranded += mass;
				for (; slot < end; slot++) {
					const target = targets[slot] as number;
					next[target] = (next[target] as number) + mass * (shares[slot] as number);
				}
			}
			const again = 1 - damping + damping * stranded;
			let moved = 0;
			for (let node = 0; node < nodes; node++) {
				const value = damping * (next[node] as number) + again * (restart[node] as number);
				moved += Math.abs(value - (rank[node] as number));
				next[node] = value;
			}
			[rank, next] = [next, rank];
			if (moved < tolerance) break;
		}
		return rank;
	}

	return { spread };
}

/** By slot: the probability of taking that edge from its node. */
function transitionShares({ nodes, offsets, targets, weights }: CompactGraph): Float64Array {
	const shares = new Float64Array(targets.length);
	for (let node = 0; node < nodes; node++) {
		const start = offsets[node] as number;
		const end = offsets[node + 1] as number;
		let sum = 0;
		for (let slot = start; slot < end; slot++) sum += weights?.[slot] ?? 1;
		for (let slot = start; slot < end; slot++) shares[slot] = (weights?.[slot] ?? 1) / sum;
	}
	return shares;
}
