/**
 * Exact search of the best 50 among vectors of 384 dimensions: ours on one thread and on all, one query at a time and all at
 * once, and PyPI onnxruntime, usearch and numpy on as many rows in the same run, twice, order swapped.
 * `node --import tsx scripts/speed/vector-search.ts [rows] [queries] [batched]` (100,000, 40 and 300 unless told). Ours must give
 * the same bits every way, or the script fails. Milliseconds are per query.
 */
import { randomStream } from '../../harness/random.ts';
import { dot, fillMatrix, type VectorSearch, vectorSearch } from '../../retrievers/dense/vector-search.ts';
import { rounded } from './large-corpus.ts';
import { bothOrders, peerPython, runPeer, timed } from './peers.ts';

const rows = Number(process.argv[2] ?? 100_000);
const count = Number(process.argv[3] ?? 40);
const batch = Number(process.argv[4] ?? 300);
const DIMENSIONS = 384;
const DEPTH = 50;
const THREADS = 2;

const stream = randomStream(1, 'vector-search');
const unit = (): Float32Array => {
	const vector = Float32Array.from({ length: DIMENSIONS }, () => stream.next() - 0.5);
	const norm = Math.sqrt(dot(vector, 0, vector, 0, DIMENSIONS));
	return vector.map((value) => value / norm);
};
const before = process.memoryUsage().rss;
const matrix = fillMatrix(rows, DIMENSIONS, unit, THREADS);
const threaded = vectorSearch(matrix, rows);
const single = vectorSearch({ ...matrix, threads: 1 }, rows);
const queries = Array.from({ length: Math.max(count, batch) }, unit);

threaded.search(queries[0] as Float32Array, DEPTH);
while (threaded.working() < THREADS) await new Promise((resolve) => setTimeout(resolve, 10));
const few = queries.slice(0, 5);
const plain = vectorSearch({ ...matrix, simd: undefined }, rows);
const wanted = JSON.stringify(few.map((query) => plain.search(query, DEPTH)));
for (const found of [
	few.map((query) => single.search(query, DEPTH)),
	few.map((query) => threaded.search(query, DEPTH)),
	single.searchAll(few, DEPTH),
	threaded.searchAll(queries, DEPTH).slice(0, few.length),
])
	if (JSON.stringify(found) !== wanted) throw new Error('two ways of searching differ');
// After a search of every kind: the whole of it.
const memory = process.memoryUsage().rss - before;

const line = async (system: string, threads: number, many: number, work: () => unknown): Promise<void> => {
	console.log(
		JSON.stringify({ system, threads, rows, batch: many, ...(await timed(work, many === 1 ? count : many)) }),
	);
};
const alone = (search: VectorSearch): void => {
	for (const query of queries.slice(0, count)) search.search(query, DEPTH);
};
const python = peerPython(['numpy', 'onnxruntime', 'onnx', 'usearch']);
await bothOrders({
	single: () => line('ours', 1, 1, () => alone(single)),
	threaded: () => line('ours', THREADS, 1, () => alone(threaded)),
	'single batch': () => line('ours', 1, batch, () => single.searchAll(queries.slice(0, batch), DEPTH)),
	'threaded batch': () => line('ours', THREADS, batch, () => threaded.searchAll(queries.slice(0, batch), DEPTH)),
	peers: () => {
		if (python === undefined) return;
		const args = [rows, count, batch, THREADS].map(String);
		for (const peer of runPeer(python, 'vector_search_peer.py', args)) console.log(JSON.stringify(peer));
	},
});
const matrixBytes = 4 * rows * DIMENSIONS;
console.log(
	JSON.stringify({
		matrix_mb: rounded(matrixBytes / 1e6),
		shared_memory_mb: rounded((matrix.simd?.layout.bytes ?? 0) / 1e6),
		grown_by_mb: rounded(memory / 1e6),
		over_matrix: rounded(((matrix.simd?.layout.bytes ?? 0) - matrixBytes) / matrixBytes),
	}),
);
threaded.close();
