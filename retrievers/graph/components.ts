import type { JsonObject } from '../../harness/contract.ts';
import type { CompactGraph } from './csr.ts';

/** The sizes of the connected components, in nodes, largest first. */
export function componentSizes({ nodes, offsets, targets }: CompactGraph): readonly number[] {
	const seen = new Uint8Array(nodes);
	const stack = new Int32Array(nodes);
	const sizes: number[] = [];
	for (let start = 0; start < nodes; start++) {
		if (seen[start] === 1) continue;
		seen[start] = 1;
		stack[0] = start;
		let depth = 1;
		let size = 0;
		while (depth > 0) {
			const node = stack[--depth] as number;
			size++;
			for (let slot = offsets[node] as number; slot < (offsets[node + 1] as number); slot++) {
				const next = targets[slot] as number;
				if (seen[next] === 1) continue;
				seen[next] = 1;
				stack[depth++] = next;
			}
		}
		sizes.push(size);
	}
	return sizes.sort((x, y) => y - x);
}

/** How large a graph is, as retrievers say it of themselves. */
export function graphSize(graph: CompactGraph, edges: number): JsonObject {
	const components = componentSizes(graph);
	return { nodes: graph.nodes, edges, components: components.length, largest_component: components[0] ?? 0 };
}
