/**
 * How long the co-occurrence graph of 5,452 documents takes to build, how much memory it keeps, and what a query costs:
 * `node --expose-gc --import tsx scripts/speed/graph.ts <dataset folder>`.
 */
import { bipartiteGraph } from '../../retrievers/graph/bipartite-graph.ts';
import { compact, sizeBytes } from '../../retrievers/graph/csr.ts';
import { createExpansion } from '../../retrievers/graph/expand.ts';
import { readIncidence } from '../../retrievers/graph/incidence.ts';
import { datasetOfSize, heldMegabytes, percentile, rounded, STORE_SIZE } from './large-corpus.ts';

const { corpus, queries } = await datasetOfSize(process.argv[2] ?? 'data/sample', STORE_SIZE);

const heldBefore = heldMegabytes();
const started = performance.now();
const incidence = readIncidence(corpus, { minDocs: 2, maxShare: 0.02 });
const read = performance.now();
const graph = bipartiteGraph(corpus, incidence);
const linked = performance.now();
const matrix = compact(graph);
const built = performance.now();
const rssMegabytes = process.memoryUsage().rss / 1e6;
const heldMegabytesAfter = heldMegabytes() - heldBefore;

const expansion = createExpansion(matrix, corpus.length, { hops: 2, decay: 0.5, hubCap: 100, neighbours: 20 });
const times = queries.map((_, i) => {
	const seeds = Array.from({ length: 10 }, (__, j) => ({ docIndex: (i * 31 + j * 97) % corpus.length, weight: 1 }));
	const before = performance.now();
	expansion.scores(seeds);
	return performance.now() - before;
});

console.log(
	JSON.stringify({
		docs: corpus.length,
		concepts: incidence.concepts.length,
		edges: graph.size,
		reading_ms: rounded(read - started),
		graphology_ms: rounded(linked - read),
		compact_ms: rounded(built - linked),
		total_ms: rounded(built - started),
		held_mb: rounded(heldMegabytesAfter),
		process_mb: rounded(rssMegabytes),
		compact_mb: rounded(sizeBytes(matrix) / 1e6),
		query_p50_ms: rounded(percentile(times, 50)),
		query_p95_ms: rounded(percentile(times, 95)),
	}),
);
