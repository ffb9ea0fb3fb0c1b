import type Graph from 'graphology';

/**
 * A graph in compact arrays (compressed sparse rows): the neighbours of node v are
 * `targets[offsets[v]] .. targets[offsets[v + 1] - 1]`, ascending. Nodes are numbered in the order in which they
 * entered the graph. An undirected edge stands in both rows; two edges between the same nodes stand side by side.
 */
export interface CompactGraph {
	readonly nodes: number;
	readonly offsets: Int32Array;
	readonly targets: Int32Array;
	/** Beside `targets`; absent where every edge weighs 1. */
	readonly weights: Float64Array | undefined;
}

export interface CompactOptions {
	/** The edge attribute that weighs; absent: every edge weighs 1. */
	readonly weight?: string;
	/** Directed edges stand in the row of their source only; default: in both, as undirected ones do. */
	readonly followDirection?: boolean;
}

/** A graphology graph in compact arrays. */
export function compact(graph: Graph, { weight, followDirection = false }: CompactOptions = {}): CompactGraph {
	const numberOf = new Map<string, number>();
	graph.forEachNode((key) => {
		numberOf.set(key, numberOf.size);
	});
	const nodes = numberOf.size;
	const offsets = new Int32Array(nodes + 1);
	const edges = new Int32Array(2 * graph.size);
	const oneWay = new Uint8Array(graph.size);
	const edgeWeights = weight === undefined ? undefined : new Float64Array(graph.size);
	let edge = 0;
	graph.forEachEdge((_key, attributes, source, target, _from, _to, undirected) => {
		const from = numberOf.get(source) as number;
		const to = numberOf.get(target) as number;
		edges[2 * edge] = from;
		edges[2 * edge + 1] = to;
		offsets[from + 1] = (offsets[from + 1] as number) + 1;
		if (from === to || (followDirection && !undirected)) oneWay[edge] = 1;
		else offsets[to + 1] = (offsets[to + 1] as number) + 1;
		if (edgeWeights !== undefined) edgeWeights[edge] = attributes[weight as string] as number;
		edge++;
	});
	for (let node = 0; node < nodes; node++)
		offsets[node + 1] = (offsets[node + 1] as number) + (offsets[node] as number);

	const targets = new Int32Array(offsets[nodes] as number);
	const weights = edgeWeights === undefined ? undefined : new Float64Array(targets.length);
	const next = offsets.slice(0, nodes);
	const put = (from: number, to: number, e: number): void => {
		const slot = next[from] as number;
		next[from] = slot + 1;
		targets[slot] = to;
		if (weights !== undefined && edgeWeights !== undefined) weights[slot] = edgeWeights[e] as number;
	};
	for (let e = 0; e < edge; e++) {
		const from = edges[2 * e] as number;
		const to = edges[2 * e + 1] as number;
		put(from, to, e);
		if (oneWay[e] === 0) put(to, from, e);
	}
	sortRows(offsets, targets, weights);
	return { nodes, offsets, targets, weights };
}

export function degree(graph: CompactGraph, node: number): number {
	return (graph.offsets[node + 1] as number) - (graph.offsets[node] as number);
}

export function sizeBytes({ offsets, targets, weights }: CompactGraph): number {
	return offsets.byteLength + targets.byteLength + (weights?.byteLength ?? 0);
}

/**
 * How many neighbours two nodes share. In a bipartite graph this is the weight of the edge between them in the clique
 * graph that it stands for: documents that hold both concepts, or concepts that both documents hold.
 */
export function sharedNeighbours({ offsets, targets }: CompactGraph, a: number, b: number): number {
	let i = offsets[a] as number;
	let j = offsets[b] as number;
	const endA = offsets[a + 1] as number;
	const endB = offsets[b + 1] as number;
	let shared = 0;
	while (i < endA && j < endB) {
		const difference = (targets[i] as number) - (targets[j] as number);
		if (difference === 0) shared++;
		if (difference <= 0) i++;
		if (difference >= 0) j++;
	}
	return shared;
}

function sortRows(offsets: Int32Array, targets: Int32Array, weights: Float64Array | undefined): void {
	for (let node = 0; node + 1 < offsets.length; node++) {
		const start = offsets[node] as number;
		const end = offsets[node + 1] as number;
		if (weights === undefined) targets.subarray(start, end).sort();
		else {
			const order = Array.from({ length: end - start }, (_, i) => start + i);
			order.sort((x, y) => (targets[x] as number) - (targets[y] as number));
			const rowTargets = order.map((slot) => targets[slot] as number);
			const rowWeights = order.map((slot) => weights[slot] as number);
			targets.set(rowTargets, start);
			weights.set(rowWeights, start);
		}
	}
}

/** Whether a node has an edge; false for one that is not there. */
export function hasEdge({ offsets }: CompactGraph, node: number | undefined): boolean {
	return node !== undefined && (offsets[node + 1] ?? 0) > (offsets[node] ?? 0);
}
