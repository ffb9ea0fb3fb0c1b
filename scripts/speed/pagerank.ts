/**
 * Personalised PageRank on a random graph of 20,000 nodes and 50,000 edges (damping .5), and the typed graph of a
 * dataset filled up to 5,452 documents: `node --expose-gc --import tsx scripts/speed/pagerank.ts [dataset folder]`.
 * With `--edges <file>` the random graph is written as an edge list, for another program to do the same work on.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type Graph from 'graphology';
import { UndirectedGraph } from 'graphology';
import { defaultsOf } from '../../harness/options.ts';
import { randomStream } from '../../harness/random.ts';
import { buildTyped } from '../../retrievers/graph/build-typed.ts';
import { compact, sizeBytes } from '../../retrievers/graph/csr.ts';
import { createPagerank } from '../../retrievers/graph/pagerank.ts';
import { readTriples } from '../../retrievers/graph/triples.ts';
import { TYPED_OPTIONS } from '../../retrievers/graph/typed-options.ts';
import { datasetOfSize, heldMegabytes, percentile, rounded, STORE_SIZE } from './large-corpus.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { edges: { type: 'string' } } });
const NODES = 20_000;
const EDGES = 50_000;

const heldBefore = heldMegabytes();
const graph = randomGraph();
const built = performance.now();
const matrix = compact(graph, { weight: 'weight' });
const compacted = performance.now() - built;
const pagerank = createPagerank(matrix, { damping: 0.5 });
if (values.edges !== undefined)
	writeFileSync(values.edges, graph.mapEdges((_key, { weight }, x, y) => `${x} ${y} ${weight}`).join('\n'));
const starts = (query: number) =>
	Array.from({ length: 5 }, (_, i) => ({ node: (query * 97 + i * 13) % NODES, weight: 5 - i }));
for (let query = 0; query < 10; query++) pagerank.spread(starts(query));
const times = Array.from({ length: 100 }, (_, query) => {
	const before = performance.now();
	pagerank.spread(starts(query));
	return performance.now() - before;
});
console.log(
	JSON.stringify({
		nodes: graph.order,
		edges: graph.size,
		compact_ms: rounded(compacted),
		query_p50_ms: rounded(percentile(times, 50)),
		query_p95_ms: rounded(percentile(times, 95)),
		matrix_mb: rounded(sizeBytes(matrix) / 1e6),
		held_mb: rounded(heldMegabytes() - heldBefore),
	}),
);

const folder = positionals[0];
if (folder !== undefined) {
	const { corpus } = await datasetOfSize(folder, STORE_SIZE);
	const extractions = await readTriples(folder);
	const repeated = corpus.map((doc, i) => ({
		...(extractions[i % extractions.length] as (typeof extractions)[number]),
		docId: doc.id,
	}));
	const before = heldMegabytes();
	const started = performance.now();
	const noVectors = () => Promise.reject(new Error('no embedder here'));
	const typed = await buildTyped(corpus, repeated, defaultsOf(TYPED_OPTIONS), noVectors);
	const typedMatrix = compact(typed.graph, { weight: 'weight' });
	const seconds = (performance.now() - started) / 1000;
	console.log(
		JSON.stringify({
			docs: corpus.length,
			...typed.counts,
			nodes: typed.graph.order,
			edges: typed.graph.size,
			graph_and_matrix_s: rounded(seconds),
			matrix_mb: rounded(sizeBytes(typedMatrix) / 1e6),
			held_mb: rounded(heldMegabytes() - before),
		}),
	);
}

/** Half of the ends are drawn near the first nodes, so that there are hubs, as in a graph of concepts. */
function randomGraph(): Graph {
	const stream = randomStream(1, 'bench-pagerank');
	const random = new UndirectedGraph();
	for (let node = 0; node < NODES; node++) random.addNode(String(node));
	while (random.size < EDGES) {
		const x = stream.below(NODES);
		const y = Math.floor(stream.next() ** 2 * NODES);
		if (x !== y && !random.hasEdge(String(x), String(y)))
			random.addEdge(String(x), String(y), { weight: 1 + stream.below(3) });
	}
	return random;
}
