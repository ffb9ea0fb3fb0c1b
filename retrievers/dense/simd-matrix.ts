import { SIMD_MODULE, type SimdFunctions } from './simd-module.ts';

/** The part of WebAssembly that is used here; the types of Node.js 20 leave it out. */
interface Wasm {
	readonly Memory: new (size: {
		readonly initial: number;
		readonly maximum: number;
		readonly shared: true;
	}) => SharedMemory;
	readonly Module: new (bytes: Uint8Array) => object;
	readonly Instance: new (module: object, imports: object) => { readonly exports: SimdFunctions };
}

export interface SharedMemory {
	readonly buffer: SharedArrayBuffer;
}

/** Numbers that one turn of the inner loop reads; a stride is a multiple of it. */
const BLOCK = 16;
const PAGE = 65_536;
/** What WebAssembly can address, in bytes. */
const LARGEST_MEMORY = 2 ** 32 - PAGE;
/** A matrix of fewer numbers is searched for many queries one by one: it is quick, and the room for more would be much of it. */
const LEAST_BATCHED = 2 ** 22;

/** So many queries are searched at once. */
export const BATCH_QUERIES = 512;
/** So many rows are multiplied with them at once: with four queries they stay in the fastest cache. */
export const BATCH_ROWS = 32;
/** At most so many rows of one thread can be among the best of a query, else the query is searched alone. */
export const BATCH_CANDIDATES = 1024;

/** Where everything stands in the shared memory, in bytes. */
export interface SimdLayout {
	readonly rows: number;
	/** Numbers from one row to the next. */
	readonly stride: number;
	readonly vectorAt: number;
	readonly productsAt: number;
	/** Room for many queries at once; undefined where the matrix is small. */
	readonly batch: BatchLayout | undefined;
	readonly bytes: number;
}

export interface BatchLayout {
	/** Queries as int16, interleaved by four. */
	readonly queriesAt: number;
	/** By thread: a block of rows as int16. */
	readonly rowsAt: readonly number[];
	/** By thread: a block of products, int32, by query. */
	readonly productsAt: readonly number[];
	/** By thread: for each query how many rows can be among the best (-1: too many), then their numbers, int32. */
	readonly candidatesAt: readonly number[];
}

/** A matrix in memory that threads share, to be multiplied with vectors four or eight numbers at once. */
export interface SimdMatrix {
	readonly layout: SimdLayout;
	readonly memory: SharedMemory;
	readonly functions: SimdFunctions;
	/** Rows of `stride` numbers, of which the caller fills the first ones and leaves the rest 0. */
	readonly matrix: Float32Array;
	/** The vector of one query, `stride` numbers. */
	readonly vector: Float32Array;
	/** By row: its product with the vector. */
	readonly products: Float32Array;
}

/** The least multiple of a block that holds a row. */
export function strideOf(dimensions: number): number {
	return Math.ceil(dimensions / BLOCK) * BLOCK;
}

/** Room for a matrix; undefined where it is larger than what WebAssembly can address (4 GB), or empty. */
export function createSimdMatrix(rows: number, dimensions: number, threads: number): SimdMatrix | undefined {
	const stride = strideOf(dimensions);
	if (rows === 0 || stride === 0) return undefined;
	const layout = layoutOf(rows, stride, threads);
	if (layout.bytes > LARGEST_MEMORY) return undefined;
	const pages = Math.ceil(layout.bytes / PAGE);
	const memory = new (wasm().Memory)({ initial: pages, maximum: pages, shared: true });
	return {
		layout,
		memory,
		functions: simdFunctions(memory),
		matrix: new Float32Array(memory.buffer, 0, rows * stride),
		vector: new Float32Array(memory.buffer, layout.vectorAt, stride),
		products: new Float32Array(memory.buffer, layout.productsAt, rows),
	};
}

export function simdFunctions(memory: SharedMemory): SimdFunctions {
	const { Instance, Module } = wasm();
	return new Instance(new Module(SIMD_MODULE), { host: { memory } }).exports;
}

function wasm(): Wasm {
	return (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;
}

function layoutOf(rows: number, stride: number, threads: number): SimdLayout {
	let bytes = 0;
	const take = (size: number): number => {
		const at = bytes;
		bytes += Math.ceil(size / 64) * 64;
		return at;
	};
	take(4 * rows * stride);
	const vectorAt = take(4 * stride);
	const productsAt = take(4 * rows);
	const byThread = (size: number): number[] => Array.from({ length: threads }, () => take(size));
	const batch =
		rows * stride < LEAST_BATCHED
			? undefined
			: {
					queriesAt: take(2 * BATCH_QUERIES * stride),
					rowsAt: byThread(2 * BATCH_ROWS * stride),
					productsAt: byThread(4 * BATCH_ROWS * BATCH_QUERIES),
					candidatesAt: byThread(4 * BATCH_QUERIES * (1 + BATCH_CANDIDATES)),
				};
	return { rows, stride, vectorAt, productsAt, batch, bytes };
}
