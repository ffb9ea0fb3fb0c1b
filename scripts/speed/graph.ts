/**
 * The cost of the co-occurrence graph: building it, the memory it needs at its peak and keeps, and a query.
 * `node --expose-gc --import tsx scripts/speed/graph.ts [documents] [ours|graphology]`: documents of 60 words each (100,000
 * unless told). `graphology` builds the same graph as a graphology graph first, which is how it was built before; run each
 * in a process of its own, for what one leaves behind is the other's memory.
 */
import { bipartiteCsr } from '../../retrievers/graph/bipartite-csr.ts';
import { bipartiteGraph } from '../../retrievers/graph/bipartite-graph.ts';
import { compact, sizeBytes } from '../../retrievers/graph/csr.ts';
import { createExpansion } from '../../retrievers/graph/expand.ts';
import { readIncidence } from '../../retrievers/graph/incidence.ts';
import { heldMegabytes, percentile, rounded } from './large-corpus.ts';
import { syntheticDocs } from './synthetic-corpus.ts';

const docs = Number(process.argv[2] ?? 100_000);
const way = process.argv[3] ?? 'ours';
const QUERIES = 300;
const SEEDS = 3;

const corpus = syntheticDocs(docs);
const heldBefore = heldMegabytes();
const residentBefore = process.memoryUsage().rss / 1e6;
const cpuBefore = process.cpuUsage();
const started = performance.now();
const incidence = readIncidence(corpus, { minDocs: 2, maxShare: 0.02 });
const matrix = way === 'ours' ? bipartiteCsr(incidence) : compact(bipartiteGraph(corpus, incidence));
const wall = performance.now() - started;
const cpu = process.cpuUsage(cpuBefore);
const peak = process.resourceUsage().maxRSS / 1e3;
const held = heldMegabytes() - heldBefore;

const expansion = createExpansion(matrix, docs, { hops: 2, decay: 0.5, hubCap: 100, neighbours: 20 });
const times = Array.from({ length: QUERIES }, (_, i) => {
	const seeds = Array.from({ length: SEEDS }, (__, j) => ({ docIndex: (i * 31 + j * 9973) % docs, weight: 1 }));
	const before = performance.now();
	expansion.scores(seeds);
	return performance.now() - before;
});

console.log(
	JSON.stringify({
		way,
		docs,
		concepts: incidence.concepts,
		edges: matrix.targets.length / 2,
		build_wall_ms: rounded(wall),
		build_cpu_ms: rounded((cpu.user + cpu.system) / 1e3),
		peak_above_corpus_mb: rounded(peak - residentBefore),
		held_mb: rounded(held),
		compact_mb: rounded(sizeBytes(matrix) / 1e6),
		query_p50_ms: rounded(percentile(times, 50)),
		query_p95_ms: rounded(percentile(times, 95)),
	}),
);
