import { dot } from '../dense/vector-search.ts';

/** Two concepts whose vectors are near, `a` < `b`. */
export interface SynonymPair {
	readonly a: number;
	readonly b: number;
	/** Cosine. */
	readonly similarity: number;
}

/** A vector is compared within the lists of this many of its nearest pivots. */
const LISTS_PER_VECTOR = 3;

/**
 * The pairs of rows whose cosine is at least `threshold`, by row numbers. Comparing all pairs of 16,000 concepts would
 * take half a minute; so vectors are put into the lists of their nearest pivots (every n-th row, about 2 sqrt(rows) of
 * them) and compared within lists: an approximation that misses a pair only where the two share none of their three
 * nearest pivots, which near pairs hardly do. Up to 500 rows, every pair is compared.
 *
 * @param matrix one L2-normalised vector per row
 */
export function synonymPairs(
	matrix: Float32Array,
	dimensions: number,
	rows: number,
	threshold: number,
): readonly SynonymPair[] {
	const found = new Map<number, SynonymPair>();
	const compare = (members: Int32Array): void => {
		for (let i = 0; i < members.length; i++)
			for (let j = i + 1; j < members.length; j++) {
				const a = members[i] as number;
				const b = members[j] as number;
				const similarity = dot(matrix, a * dimensions, matrix, b * dimensions, dimensions);
				if (similarity >= threshold) found.set(a * rows + b, { a, b, similarity });
			}
	};
	if (rows <= 500) compare(Int32Array.from({ length: rows }, (_, row) => row));
	else for (const list of pivotLists(matrix, dimensions, rows)) compare(list);
	return [...found.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}

/**
 * One number per concept: the least of those that synonym pairs connect, directly or through others. Merging is
 * transitive: two names may become one that are far from each other, through names between them.
 */
export function mergeSynonyms(count: number, pairs: readonly SynonymPair[]): Int32Array {
	const parent = Int32Array.from({ length: count }, (_, i) => i);
	const root = (start: number): number => {
		let at = start;
		while (parent[at] !== at) {
			parent[at] = parent[parent[at] as number] as number;
			at = parent[at] as number;
		}
		return at;
	};
	for (const { a, b } of pairs) {
		const x = root(a);
		const y = root(b);
		parent[Math.max(x, y)] = Math.min(x, y);
	}
	return parent.map((_, i) => root(i));
}

function pivotLists(matrix: Float32Array, dimensions: number, rows: number): readonly Int32Array[] {
	const pivots = Math.ceil(2 * Math.sqrt(rows));
	const lists: number[][] = Array.from({ length: pivots }, () => []);
	const stride = rows / pivots;
	for (let row = 0; row < rows; row++) {
		const nearest = new Array<number>(LISTS_PER_VECTOR).fill(-1);
		const similarity = new Array<number>(LISTS_PER_VECTOR).fill(Number.NEGATIVE_INFINITY);
		for (let pivot = 0; pivot < pivots; pivot++) {
			const cosine = dot(matrix, row * dimensions, matrix, Math.floor(pivot * stride) * dimensions, dimensions);
			let position = LISTS_PER_VECTOR;
			while (position > 0 && cosine > (similarity[position - 1] as number)) position--;
			if (position === LISTS_PER_VECTOR) continue;
			nearest.splice(position, 0, pivot);
			similarity.splice(position, 0, cosine);
			nearest.pop();
			similarity.pop();
		}
		for (const pivot of nearest) if (pivot >= 0) (lists[pivot] as number[]).push(row);
	}
	return lists.map((list) => Int32Array.from(list));
}
