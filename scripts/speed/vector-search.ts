/**
 * Exact search of the best 50 among vectors of 384 dimensions beside the plain loop it replaced, one query at a time on one
 * core: `node --import tsx scripts/speed/vector-search.ts [rows] [queries]` (100,000 and 40 unless told). Both must return the
 * same bits. `scripts/speed/vector_search_peer.py` measures PyPI onnxruntime and numpy on as many rows.
 */
import { randomStream } from '../../harness/random.ts';
import { dot, searchMatrix, vectorSearch } from '../../retrievers/dense/vector-search.ts';
import { rounded } from './large-corpus.ts';

const rows = Number(process.argv[2] ?? 100_000);
const count = Number(process.argv[3] ?? 40);
const DIMENSIONS = 384;
const DEPTH = 50;

const stream = randomStream(1, 'vector-search');
const unit = (): Float32Array => {
	const vector = Float32Array.from({ length: DIMENSIONS }, () => stream.next() - 0.5);
	const norm = Math.sqrt(dot(vector, 0, vector, 0, DIMENSIONS));
	return vector.map((value) => value / norm);
};
const matrix = searchMatrix(
	Array.from({ length: rows }, () => ({ vector: unit() })),
	DIMENSIONS,
);
const systems = {
	ours: vectorSearch(matrix, rows),
	'plain loop': vectorSearch({ ...matrix, simd: undefined }, rows),
} as const;
const queries = Array.from({ length: count }, unit);
for (const query of queries.slice(0, 5)) {
	const [ours, plain] = [systems.ours.search(query, DEPTH), systems['plain loop'].search(query, DEPTH)];
	if (JSON.stringify(ours) !== JSON.stringify(plain)) throw new Error('the two searches differ');
}

const names = Object.keys(systems) as (keyof typeof systems)[];
for (const order of [names, [...names].reverse()])
	for (const system of order) {
		const started = process.cpuUsage();
		const before = performance.now();
		for (const query of queries) systems[system].search(query, DEPTH);
		const { user, system: kernel } = process.cpuUsage(started);
		console.log(
			JSON.stringify({
				system,
				rows,
				dimensions: DIMENSIONS,
				cpu_ms_per_query: rounded((user + kernel) / 1e3 / count),
				wall_ms_per_query: rounded((performance.now() - before) / count),
			}),
		);
	}
console.log(
	JSON.stringify({
		matrix_mb: rounded((4 * rows * DIMENSIONS) / 1e6),
		peak_mb: rounded(process.resourceUsage().maxRSS / 1e3),
	}),
);
