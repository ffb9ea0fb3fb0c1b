import type { CompactGraph } from './csr.ts';
import type { Incidence } from './incidence.ts';

/**
 * The graph of `bipartiteGraph` in compact arrays, without the graph itself: for 100,000 documents that takes seconds
 * and a few bytes per edge. Documents are the first nodes, then the concepts. Rows are ascending without any sorting:
 * each side's rows are filled while the other side is walked in order.
 */
export function bipartiteCsr({ docs, concepts, offsets: docOffsets, held }: Incidence): CompactGraph {
	const nodes = docs + concepts;
	const offsets = new Int32Array(nodes + 1);
	offsets.set(docOffsets);
	for (const concept of held) offsets[docs + concept + 1] = (offsets[docs + concept + 1] as number) + 1;
	for (let node = docs; node < nodes; node++)
		offsets[node + 1] = (offsets[node + 1] as number) + (offsets[node] as number);

	const targets = new Int32Array(2 * held.length);
	const next = offsets.slice(0, nodes);
	for (let doc = 0; doc < docs; doc++)
		for (let slot = docOffsets[doc] as number; slot < (docOffsets[doc + 1] as number); slot++) {
			const node = docs + (held[slot] as number);
			const edge = next[node] as number;
			next[node] = edge + 1;
			targets[edge] = doc;
		}
	for (let node = docs; node < nodes; node++)
		for (let slot = offsets[node] as number; slot < (offsets[node + 1] as number); slot++) {
			const doc = targets[slot] as number;
			const edge = next[doc] as number;
			next[doc] = edge + 1;
			targets[edge] = node;
		}
	return { nodes, offsets, targets, weights: undefined };
}
