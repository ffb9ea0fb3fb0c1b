import { createCandidates } from './candidates.ts';
import { BATCH_CANDIDATES, BATCH_QUERIES, BATCH_ROWS, type BatchLayout, type SimdLayout } from './simd-matrix.ts';
import type { SimdFunctions } from './simd-module.ts';

/** The largest whole number that a row or a query of length 1 becomes: below int16 with room for rounding. */
export const LARGEST_INT16 = 32_700;

/** The rows of a slice that can be among the best of each query. */
export interface BatchJob {
	readonly thread: number;
	/** First row of the slice, and the first one after it. */
	readonly from: number;
	readonly to: number;
	readonly queries: number;
	readonly depth: number;
	/** What the rows are multiplied with before they are rounded. */
	readonly scale: number;
}

/**
 * How far the product of two vectors rounded to int16 can be from the one before rounding: each number is off by at most
 * a half and what float32 adds to it, and neither vector is longer than {@link LARGEST_INT16}.
 */
export function roundingBound(stride: number): number {
	const off = 0.51 * Math.sqrt(stride);
	return 2 * off * LARGEST_INT16 + off * off;
}

/**
 * Multiplies a slice of the matrix with all queries in int16, block by block, and leaves in the shared memory which rows
 * can be among the best. A block is rounded once for all queries, so nothing is held beside the matrix.
 */
export function searchSlice(
	functions: SimdFunctions,
	buffer: SharedArrayBuffer,
	layout: SimdLayout,
	job: BatchJob,
): void {
	const { stride } = layout;
	const { thread, from, to, queries, depth, scale } = job;
	const batch = layout.batch as BatchLayout;
	const rowsAt = batch.rowsAt[thread] as number;
	const productsAt = batch.productsAt[thread] as number;
	const products = new Int32Array(buffer, productsAt, BATCH_ROWS * BATCH_QUERIES);
	const rounded = new Int16Array(buffer, rowsAt, BATCH_ROWS * stride);
	const quads = Math.ceil(queries / 4) * 4;
	const slack = 2 * roundingBound(stride);
	const found = Array.from({ length: queries }, () => createCandidates(depth, slack, BATCH_CANDIDATES));
	for (let block = from; block < to; block += BATCH_ROWS) {
		const count = Math.min(BATCH_ROWS, to - block);
		const even = count + (count % 2);
		if (even > count) rounded.fill(0, count * stride, even * stride);
		functions.quantise(4 * block * stride, rowsAt, count * stride, scale);
		functions.dots16(rowsAt, batch.queriesAt, productsAt, even, quads, 2 * stride, 4 * BATCH_ROWS);
		for (let query = 0; query < queries; query++) {
			const candidates = found[query] as (typeof found)[number];
			const { least } = candidates;
			const start = query * BATCH_ROWS;
			for (let i = 0; i < count; i++) {
				const product = products[start + i] as number;
				if (product >= least) candidates.add(block + i, product);
			}
		}
	}
	const out = new Int32Array(buffer, batch.candidatesAt[thread], BATCH_QUERIES * (1 + BATCH_CANDIDATES));
	for (const [query, candidates] of found.entries()) {
		const rows = candidates.rows();
		const at = query * (1 + BATCH_CANDIDATES);
		out[at] = rows?.length ?? -1;
		if (rows !== undefined) out.set(rows, at + 1);
	}
}

/** The rows that {@link searchSlice} left for a query; undefined where they are too many to say. */
export function sliceCandidates(
	buffer: SharedArrayBuffer,
	layout: SimdLayout,
	thread: number,
	query: number,
): Int32Array | undefined {
	const at = (layout.batch as BatchLayout).candidatesAt[thread] as number;
	const out = new Int32Array(buffer, at + 4 * query * (1 + BATCH_CANDIDATES), 1 + BATCH_CANDIDATES);
	const count = out[0] as number;
	return count < 0 ? undefined : out.slice(1, 1 + count);
}

/** Rounds queries to int16, each to its full length, into the shared memory. */
export function placeQueries(
	buffer: SharedArrayBuffer,
	layout: SimdLayout,
	queries: readonly Float32Array[],
	norms: readonly number[],
): void {
	const { stride } = layout;
	const out = new Int16Array(buffer, (layout.batch as BatchLayout).queriesAt, BATCH_QUERIES * stride);
	out.fill(0, 0, Math.ceil(queries.length / 4) * 4 * stride);
	for (const [query, vector] of queries.entries()) {
		const scale = LARGEST_INT16 / (norms[query] as number);
		const at = (query >> 2) * 4 * stride + (query & 3) * 8;
		for (let i = 0; i < vector.length; i++)
			out[at + (i >> 3) * 32 + (i & 7)] = Math.round((vector[i] as number) * scale);
	}
}
