import { topCandidates } from '../../harness/ranking.ts';
import { type CompactGraph, degree } from './csr.ts';
import { proportions, type Start, type Walk } from './walk.ts';

export interface KHopOptions {
	/** Edges that a walk goes along at most; >= 1. From document to document over a shared concept is two. */
	readonly hops: number;
	/** The share of the strength that each hop keeps; 0..1. */
	readonly decay: number;
	/** Concepts of a higher degree are reached, but not walked through. Documents always are. */
	readonly hubCap: number;
	/** Only the strongest nodes of a hop are walked on from; >= 1. */
	readonly breadth: number;
}

/**
 * Walks of at most k hops from every start: at each node the strength is divided over its edges by weight, times
 * `decay`. A walk never enters a node that it has reached by an earlier hop (the cycle guard), its start included, so
 * a start brings nothing to itself. What a node gets is the sum over the walks and the hops that reach it.
 *
 * @param docs the first nodes, which no hub cap holds for
 */
export function createKHop(graph: CompactGraph, docs: number, options: KHopOptions): Walk {
	const { hops, decay, hubCap, breadth } = options;
	const { nodes, offsets, targets, weights } = graph;
	// Scratch, zero between walks.
	const arrived = new Float64Array(nodes);
	const visited = new Uint8Array(nodes);

	function strengthSum(node: number): number {
		if (weights === undefined) return degree(graph, node);
		let sum = 0;
		for (let slot = offsets[node] as number; slot < (offsets[node + 1] as number); slot++)
			sum += weights[slot] as number;
		return sum;
	}

	function walk({ node: start, weight }: Start, out: Float64Array): void {
		let frontier = Int32Array.of(start);
		let strengths = Float64Array.of(weight);
		const path = [start];
		visited[start] = 1;
		for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
			const reached: number[] = [];
			frontier.forEach((node, i) => {
				if (node >= docs && degree(graph, node) > hubCap && hop > 0) return;
				const share = (decay * (strengths[i] as number)) / strengthSum(node);
				for (let slot = offsets[node] as number; slot < (offsets[node + 1] as number); slot++) {
					const target = targets[slot] as number;
					if (visited[target] === 1) continue;
					if (arrived[target] === 0) reached.push(target);
					arrived[target] = (arrived[target] as number) + share * (weights?.[slot] ?? 1);
				}
			});
			const found = Int32Array.from(reached).sort();
			const brought = Float64Array.from(found, (node) => arrived[node] as number);
			for (const [i, node] of found.entries()) {
				out[node] = (out[node] as number) + (brought[i] as number);
				arrived[node] = 0;
				visited[node] = 1;
				path.push(node);
			}
			const kept = topCandidates(brought, breadth);
			frontier = kept.map((i) => found[i] as number);
			strengths = Float64Array.from(kept, (i) => brought[i] as number);
		}
		for (const node of path) visited[node] = 0;
	}

	return {
		spread(starts) {
			const out = new Float64Array(nodes);
			for (const start of proportions(starts)) walk(start, out);
			return out;
		},
	};
}
