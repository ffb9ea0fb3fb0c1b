import type { IndexedRanking } from '../../harness/contract.ts';
import { topCandidates } from '../../harness/ranking.ts';
import { createSimdDots, type SimdDots, strideOf } from './simd-dots.ts';

/** Exact nearest documents by inner product, which is the cosine where all vectors have length 1. */
export interface VectorSearch {
	/** The best `depth` documents, ties in corpus order. A document's score is that of its best vector, or their sum. */
	search(query: Float32Array, depth: number): IndexedRanking;
	readonly sizeBytes: number;
}

/** Vectors as the rows of a matrix, each filled up with zeros to the stride. */
export interface VectorMatrix {
	readonly rows: number;
	readonly dimensions: number;
	readonly stride: number;
	readonly values: Float32Array;
	/** Undefined where the matrix is too large for it. */
	readonly simd: SimdDots | undefined;
	/** No row is longer than this (Euclidean norm). */
	readonly longest: number;
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

/** A matrix to search, in the memory of the module that multiplies it. */
export function searchMatrix(vectors: readonly { readonly vector: Float32Array }[], dimensions: number): VectorMatrix {
	const stride = strideOf(dimensions);
	const simd = createSimdDots(vectors.length, dimensions);
	const values = simd?.matrix ?? new Float32Array(vectors.length * stride);
	let longest = 0;
	for (const [row, { vector }] of vectors.entries()) {
		values.set(vector, row * stride);
		const norm = Math.sqrt(dot(vector, 0, vector, 0, dimensions));
		// Once it is NaN it stays NaN.
		if (!(norm <= longest)) longest = norm;
	}
	return { rows: vectors.length, dimensions, stride, values, simd, longest };
}

/** The largest value that float32 can hold with room for a sum: beyond it the quick products are not asked. */
const LARGEST_PRODUCT = 1e37;

/**
 * Exact search in two steps. Inner products in float32 (`simd-dots.ts`) say which documents can be among the best at all:
 * each lies within gamma x |row| x |query| of the real one, gamma = n u / (1 - n u) with u = 2^-24 and n operations
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2002, 3.1). Only those, a few more than `depth`, are scored by
 * {@link dot}, whose sums have one order: scores are the same bits on every machine and whatever the first step does.
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
	const scores = new Float64Array(documents);
	const ownerOf = (row: number): number => (owner === undefined ? row : (owner[row] as number));

	/** No row whose float32 product is less than this can be the best of a document among the best `depth`. */
	function leastProduct(products: Float32Array, bound: number, depth: number): number {
		scores.fill(Number.NEGATIVE_INFINITY);
		for (let row = 0; row < rows; row++) {
			const document = ownerOf(row);
			if ((products[row] as number) > (scores[document] as number)) scores[document] = products[row] as number;
		}
		const top = topCandidates(scores, depth);
		return top.length < depth ? Number.NEGATIVE_INFINITY : (scores[top.at(-1) as number] as number) - 2 * bound;
	}

	return {
		search(query, depth) {
			if (depth === 0) return { docs: new Int32Array(0), scores: new Float64Array(0) };
			let products: Float32Array | undefined;
			let least = Number.NEGATIVE_INFINITY;
			const largest = longest * Math.sqrt(dot(query, 0, query, 0, dimensions));
			// A sum needs every row of a document, so no row can be left out.
			if (pool === 'max' && simd !== undefined && largest < LARGEST_PRODUCT) {
				simd.vector.set(query);
				simd.run();
				products = simd.products;
				least = leastProduct(products, errorBound(stride, largest), depth);
			}
			scores.fill(pool === 'sum' ? 0 : Number.NEGATIVE_INFINITY);
			for (let row = 0; row < rows; row++) {
				if (products !== undefined && (products[row] as number) < least) continue;
				const score = dot(values, row * stride, query, 0, dimensions);
				const document = ownerOf(row);
				if (pool === 'sum') scores[document] = (scores[document] as number) + score;
				else if (score > (scores[document] as number)) scores[document] = score;
			}
			const docs = topCandidates(scores, depth);
			return { docs, scores: Float64Array.from(docs, (document) => scores[document] as number) };
		},
		sizeBytes: 4 * rows * dimensions + (owner?.byteLength ?? 0),
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
