import type Graph from 'graphology';
import type { Doc, Qrels } from '../../harness/contract.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import { componentSizes } from './components.ts';
import { compact, degree, hasEdge, sharedNeighbours } from './csr.ts';
import { type Leakage, leakage } from './leakage.ts';

/** Degrees of one kind of node. */
export interface DegreeStats {
	readonly nodes: number;
	readonly isolated: number;
	readonly p50: number;
	readonly p90: number;
	readonly p99: number;
	readonly max: number;
	readonly mean: number;
	/** How many nodes have a degree of 0, 1, 2-3, 4-7, 8-15 ... */
	readonly histogram: readonly number[];
}

export interface GraphStats {
	readonly nodes: number;
	readonly edges: number;
	readonly edgesByKind: Readonly<Record<string, number>>;
	readonly documents: DegreeStats;
	readonly concepts: DegreeStats;
	readonly components: number;
	/** Nodes of the largest one. */
	readonly largestComponent: number;
	/** The part of the judgements that the graph can reach at all. */
	readonly coverage: {
		readonly relevantDocuments: number;
		/** Those that have an edge. */
		readonly relevantInGraph: number;
		/** Scorable queries, and those all of whose relevant documents have an edge. */
		readonly queries: number;
		readonly queriesInGraph: number;
		/** Pairs of documents that are relevant to one query, and those that share a concept. */
		readonly relevantPairs: number;
		readonly relevantPairsSharing: number;
	};
	/** Undefined where all documents are relevant, or none. */
	readonly leakage: Leakage | undefined;
}

/** Numbers only: no concept and no document is named. */
export function graphStats(graph: Graph, corpus: readonly Doc[], qrels: Qrels, seed: number): GraphStats {
	const matrix = compact(graph);
	const order = corpusOrder(corpus);
	const edgesByKind: Record<string, number> = Object.create(null);
	graph.forEachEdge((_key, { kind = 'mention' }) => {
		edgesByKind[kind] = (edgesByKind[kind] ?? 0) + 1;
	});
	const degrees = Array.from({ length: matrix.nodes }, (_, node) => degree(matrix, node));
	const components = componentSizes(matrix);

	const relevantByQuery = [...qrels.values()]
		.map((grades) =>
			[...grades].filter(([id, grade]) => grade >= 1 && order.has(id)).map(([id]) => order.get(id) as number),
		)
		.filter((docIndices) => docIndices.length > 0);
	const relevant = new Set(relevantByQuery.flat());
	const pairs = relevantByQuery.flatMap((docIndices) =>
		docIndices.flatMap((one, i) => docIndices.slice(i + 1).map((other) => [one, other] as const)),
	);
	return {
		nodes: matrix.nodes,
		edges: graph.size,
		edgesByKind,
		documents: degreeStats(degrees.slice(0, corpus.length)),
		concepts: degreeStats(degrees.slice(corpus.length)),
		components: components.length,
		largestComponent: components[0] ?? 0,
		coverage: {
			relevantDocuments: relevant.size,
			relevantInGraph: [...relevant].filter((docIndex) => hasEdge(matrix, docIndex)).length,
			queries: relevantByQuery.length,
			queriesInGraph: relevantByQuery.filter((docIndices) => docIndices.every((docIndex) => hasEdge(matrix, docIndex)))
				.length,
			relevantPairs: pairs.length,
			relevantPairsSharing: pairs.filter(([one, other]) => sharedNeighbours(matrix, one, other) > 0).length,
		},
		leakage: leakage(degrees.slice(0, corpus.length), relevant, seed),
	};
}

function degreeStats(degrees: readonly number[]): DegreeStats {
	const sorted = [...degrees].sort((x, y) => x - y);
	const percentile = (p: number): number => sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? 0;
	const histogram: number[] = [];
	for (const value of degrees) {
		const bucket = value === 0 ? 0 : Math.floor(Math.log2(value)) + 1;
		while (histogram.length <= bucket) histogram.push(0);
		histogram[bucket] = (histogram[bucket] as number) + 1;
	}
	return {
		nodes: degrees.length,
		isolated: histogram[0] ?? 0,
		p50: percentile(50),
		p90: percentile(90),
		p99: percentile(99),
		max: sorted.at(-1) ?? 0,
		mean: degrees.length === 0 ? 0 : degrees.reduce((sum, value) => sum + value, 0) / degrees.length,
		histogram,
	};
}
