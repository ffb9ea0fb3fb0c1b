import { availableParallelism } from 'node:os';
import type { IndexedRanking } from '../../harness/contract.ts';
import { topCandidates } from '../../harness/ranking.ts';
import { LARGEST_INT16, placeQueries, sliceCandidates } from './batch-slice.ts';
import { createCandidates } from './candidates.ts';
import { createSearchThreads, type SearchThreads } from './search-threads.ts';
import { BATCH_CANDIDATES, BATCH_QUERIES, createSimdMatrix, type SimdMatrix, strideOf } from './simd-matrix.ts';

/** Exact nearest documents by inner product, which is the cosine where all vectors have length 1. */
export interface VectorSearch {
	/** The best `depth` documents, ties in corpus order. A document's score is that of its best vector, or their sum. */
	search(query: Float32Array, depth: number): IndexedRanking;
	/** As {@link search} for each query, to the last bit, in a fraction of the time where the matrix is large. */
	searchAll(queries: readonly Float32Array[], depth: number): readonly IndexedRanking[];
	readonly sizeBytes: number;
	/** Threads that work now: 1 until the others have started, which the first search begins. */
	working(): number;
	/** Ends its threads. */
	close(): void;
}

/** Vectors as the rows of a matrix, each filled up with zeros to the stride. */
export interface VectorMatrix {
	readonly rows: number;
	readonly dimensions: number;
	readonly stride: number;
	readonly values: Float32Array;
	/** Undefined where the matrix is too large for it. */
	readonly simd: SimdMatrix | undefined;
	/** No row is longer than this (Euclidean norm). */
	readonly longest: number;
	/** How many threads may search it. */
	readonly threads: number;
}

/** Vectors as the rows of a plain matrix, without padding. */
export function matrixOf(vectors: readonly { readonly vector: Float32Array }[], dimensions: number): Float32Array {
	const matrix = new Float32Array(vectors.length * dimensions);
	for (const [row, { vector }] of vectors.entries()) matrix.set(vector, row * dimensions);
	return matrix;
}

/** The rows of a plain matrix, without copying. */
export function rowsOf(matrix: Float32Array, dimensions: number): readonly { readonly vector: Float32Array }[] {
	return Array.from({ length: matrix.length / dimensions }, (_, row) => ({
		vector: matrix.subarray(row * dimensions, (row + 1) * dimensions),
	}));
}

/** From so many numbers on, what starting threads and waking them costs is little beside the search. */
const LEAST_THREADED = 2 ** 24;
/** The search waits for memory sooner than for processors: more threads only take them from others. */
const MOST_THREADS = 8;

/** How many threads search a matrix of this size on this machine. */
export function threadsFor(rows: number, dimensions: number): number {
	return rows * strideOf(dimensions) < LEAST_THREADED ? 1 : Math.min(MOST_THREADS, availableParallelism());
}

/**
 * A matrix to search, in memory that the module that multiplies it and its threads share.
 * @param threads how many may search it; whoever asks for more than one closes the search
 */
export function searchMatrix(
	vectors: readonly { readonly vector: Float32Array }[],
	dimensions: number,
	threads = 1,
): VectorMatrix {
	return fillMatrix(vectors.length, dimensions, (row) => (vectors[row] as { vector: Float32Array }).vector, threads);
}

/** {@link searchMatrix} of vectors that are made one by one, so that the matrix is the only place that holds them. */
export function fillMatrix(
	rows: number,
	dimensions: number,
	vectorOf: (row: number) => Float32Array,
	threads = 1,
): VectorMatrix {
	const stride = strideOf(dimensions);
	const simd = createSimdMatrix(rows, dimensions, threads);
	const values = simd?.matrix ?? new Float32Array(rows * stride);
	let longest = 0;
	for (let row = 0; row < rows; row++) {
		const vector = vectorOf(row);
		values.set(vector, row * stride);
		const norm = Math.sqrt(dot(vector, 0, vector, 0, dimensions));
		// Once it is NaN it stays NaN.
		if (!(norm <= longest)) longest = norm;
	}
	return { rows, dimensions, stride, values, simd, longest, threads };
}

/** The largest value that float32 can hold with room for a sum: beyond it the quick products are not asked. */
const LARGEST_PRODUCT = 1e37;
/** Norms between which numbers scaled to int16 are what they should be. */
const [LEAST_NORM, LARGEST_NORM] = [1e-15, 1e15];

/**
 * Exact search in two steps. Quick inner products (`simd-module.ts`) say which documents can be among the best at all. In
 * float32 each lies within gamma x |row| x |query| of the real one, gamma = n u / (1 - n u) with u = 2^-24 and n operations
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2002, 3.1); many queries at once are multiplied in int16, with
 * the bound of `roundingBound`. Only those documents, a few more than `depth`, are scored by {@link dot}, whose sums have one
 * order: scores are the same bits on every machine, for any number of threads and however many queries come at once.
 *
 * @param documents number of documents
 * @param owner the document of each row, ascending; absent where row i is document i
 * @param pool how the rows of a document make its score
 */
export function vectorSearch(
	matrix: VectorMatrix,
	documents: number,
	owner?: Int32Array,
	pool: 'max' | 'sum' = 'max',
): VectorSearch {
	const { rows, dimensions, stride, values, simd, longest } = matrix;
	let scores: Float64Array | undefined;
	let threads: SearchThreads | undefined;
	const startThreads = (quick: SimdMatrix): SearchThreads => {
		threads ??= createSearchThreads(quick, matrix.threads);
		return threads;
	};
	const exact = (query: Float32Array, row: number): number => dot(values, row * stride, query, 0, dimensions);
	const normOf = (query: Float32Array): number => Math.sqrt(dot(query, 0, query, 0, dimensions));

	/** Every row scored: what the quick products can't do. */
	function searchEveryRow(query: Float32Array, depth: number): IndexedRanking {
		scores ??= new Float64Array(documents);
		scores.fill(pool === 'sum' ? 0 : Number.NEGATIVE_INFINITY);
		for (let row = 0; row < rows; row++) {
			const score = exact(query, row);
			const document = owner === undefined ? row : (owner[row] as number);
			if (pool === 'sum') scores[document] = (scores[document] as number) + score;
			else if (score > (scores[document] as number)) scores[document] = score;
		}
		const docs = topCandidates(scores, depth);
		const all = scores;
		return { docs, scores: Float64Array.from(docs, (document) => all[document] as number) };
	}

	/** The best of a few rows, which hold every vector that can decide. */
	function bestOf(query: Float32Array, candidates: Iterable<number>, depth: number): IndexedRanking {
		const byDocument = new Map<number, number>();
		for (const row of candidates) {
			const document = owner === undefined ? row : (owner[row] as number);
			const score = exact(query, row);
			// Neither what is no number nor what is less than the document's other rows.
			if (score > (byDocument.get(document) ?? Number.NEGATIVE_INFINITY)) byDocument.set(document, score);
		}
		const best = [...byDocument].sort(([d1, s1], [d2, s2]) => s2 - s1 || d1 - d2).slice(0, depth);
		return { docs: Int32Array.from(best, ([d]) => d), scores: Float64Array.from(best, ([, score]) => score) };
	}

	/** The rows whose float32 products can be those of the best documents. */
	function candidateRows({ products }: SimdMatrix, slack: number, depth: number): Int32Array {
		if (owner === undefined) {
			const found = createCandidates(depth, slack);
			let { least } = found;
			for (let row = 0; row < rows; row++) {
				const product = products[row] as number;
				if (product < least) continue;
				found.add(row, product);
				least = found.least;
			}
			return found.rows() as Int32Array;
		}
		scores ??= new Float64Array(documents);
		scores.fill(Number.NEGATIVE_INFINITY);
		for (let row = 0; row < rows; row++) {
			const document = owner[row] as number;
			if ((products[row] as number) > (scores[document] as number)) scores[document] = products[row] as number;
		}
		const top = topCandidates(scores, depth);
		const least = top.length < depth ? Number.NEGATIVE_INFINITY : (scores[top.at(-1) as number] as number) - slack;
		return Int32Array.from(products.keys()).filter((row) => !((products[row] as number) < least));
	}

	function search(query: Float32Array, depth: number): IndexedRanking {
		if (depth === 0) return { docs: new Int32Array(0), scores: new Float64Array(0) };
		const largest = longest * normOf(query);
		// A sum needs every row of a document, so no row can be left out.
		if (pool === 'sum' || simd === undefined || !(largest < LARGEST_PRODUCT)) return searchEveryRow(query, depth);
		simd.vector.set(query);
		startThreads(simd).dots();
		return bestOf(query, candidateRows(simd, 2 * errorBound(stride, largest), depth), depth);
	}

	/** A batch in int16; a query that needs more than the room for candidates is searched alone. */
	function searchBatch(
		quick: SimdMatrix,
		queries: readonly Float32Array[],
		norms: readonly number[],
		depth: number,
	): readonly IndexedRanking[] {
		const { buffer } = quick.memory;
		placeQueries(buffer, quick.layout, queries, norms);
		const job = { queries: queries.length, depth, scale: LARGEST_INT16 / longest };
		const used = startThreads(quick).batch(job);
		return queries.map((query, i) => {
			const slices = used?.map((thread) => sliceCandidates(buffer, quick.layout, thread, i));
			if (slices === undefined || slices.includes(undefined)) return search(query, depth);
			return bestOf(
				query,
				slices.flatMap((slice) => [...(slice as Int32Array)]),
				depth,
			);
		});
	}

	const between = (norm: number): boolean => norm > LEAST_NORM && norm < LARGEST_NORM;

	return {
		search,
		searchAll(queries, depth) {
			const norms = queries.map(normOf);
			const batched =
				simd?.layout.batch !== undefined &&
				owner === undefined &&
				pool === 'max' &&
				depth > 0 &&
				4 * depth <= BATCH_CANDIDATES &&
				between(longest) &&
				norms.every(between);
			if (!batched || queries.length < 2) return queries.map((query) => search(query, depth));
			const found: IndexedRanking[] = [];
			for (let i = 0; i < queries.length; i += BATCH_QUERIES)
				found.push(
					...searchBatch(
						simd as SimdMatrix,
						queries.slice(i, i + BATCH_QUERIES),
						norms.slice(i, i + BATCH_QUERIES),
						depth,
					),
				);
			return found;
		},
		sizeBytes: 4 * rows * dimensions + (owner?.byteLength ?? 0),
		working: () => threads?.working() ?? 1,
		close: () => threads?.close(),
	};
}

/** How far a float32 product can be from the real one; the last term covers numbers too small for float32. */
export function errorBound(stride: number, largest: number): number {
	const operations = (stride + 4) * 2 ** -24;
	return (operations / (1 - operations)) * largest + stride * 2 ** -125;
}

/**
 * The inner product of a row of `x` and a row of `y`, given by where they start. Four running sums: one alone would make
 * every addition wait for the last.
 */
export function dot(x: Float32Array, xStart: number, y: Float32Array, yStart: number, dimensions: number): number {
	let a = 0;
	let b = 0;
	let c = 0;
	let d = 0;
	let i = 0;
	for (; i + 3 < dimensions; i += 4) {
		a += (x[xStart + i] as number) * (y[yStart + i] as number);
		b += (x[xStart + i + 1] as number) * (y[yStart + i + 1] as number);
		c += (x[xStart + i + 2] as number) * (y[yStart + i + 2] as number);
		d += (x[xStart + i + 3] as number) * (y[yStart + i + 3] as number);
	}
	for (; i < dimensions; i++) a += (x[xStart + i] as number) * (y[yStart + i] as number);
	return a + b + (c + d);
}
