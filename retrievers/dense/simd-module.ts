/*
 * A WebAssembly module, written out: a few hundred bytes need no compiler beside ours. It multiplies with 128-bit SIMD, which
 * every Node.js that we support has, in a memory that threads share. Numbers below 128 are their own LEB128.
 */

/** The functions of the module; all pointers are byte offsets in the shared memory, rows are `rowBytes` apart. */
export interface SimdFunctions {
	/** Inner products in float32 of one vector with `rows` rows: `products[row]`. A row is a multiple of 64 bytes. */
	dots(matrix: number, vector: number, products: number, rows: number, rowBytes: number): void;
	/** `count` float32 numbers, a multiple of 8, times `scale`, rounded to int16 (saturating). */
	quantise(from: number, to: number, count: number, scale: number): void;
	/**
	 * Inner products of int16 rows with int16 queries, summed in int32: `products[query * productBytes / 4 + row]`. Rows come
	 * in twos; queries in fours, interleaved: eight numbers of the first, eight of the second, ...
	 */
	dots16(
		rows: number,
		queries: number,
		products: number,
		rowCount: number,
		queryCount: number,
		rowBytes: number,
		productBytes: number,
	): void;
}

const [I32, F32, V128] = [0x7f, 0x7d, 0x7b];
const text = (name: string): number[] => [name.length, ...Buffer.from(name)];
/** A length as unsigned LEB128 of two bytes. */
const length = (bytes: number): number[] => [(bytes & 0x7f) | 0x80, bytes >> 7];
const section = (id: number, ...content: number[]): number[] => [id, ...length(content.length), ...content];
/** A constant as signed LEB128. */
const signed = (value: number): number[] =>
	value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const move = (to: number, from: number): number[] => [...get(from), ...set(to)];
const advance = (local: number, by: number): number[] => [...get(local), 0x41, ...signed(by), 0x6a, ...set(local)];
const advanceBy = (local: number, by: number): number[] => [...get(local), ...get(by), 0x6a, ...set(local)];
const load = (pointer: number, offset = 0): number[] => [...get(pointer), 0xfd, 0x00, 4, offset];
const zero = (local: number): number[] => [0xfd, 0x0c, ...new Array<number>(16).fill(0), ...set(local)];
/** Runs the body while its last value is not 0. */
const loop = (...body: number[]): number[] => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];
const [ADD_F32X4, MULTIPLY_F32X4] = [
	[0xfd, 0xe4, 0x01],
	[0xfd, 0xe6, 0x01],
];
const [ADD_I32X4, DOT_I16X8] = [
	[0xfd, 0xae, 0x01],
	[0xfd, 0xba, 0x01],
];
const lane = (local: number, opcode: number, number: number): number[] => [...get(local), 0xfd, opcode, number];
const [NOT_EQUAL, ADD_F32, ADD_I32] = [0x47, 0x92, 0x6a];

function dots(): number[] {
	const [matrix, vector, out, rows, rowBytes, at, end] = [0, 1, 2, 3, 4, 5, 6] as const;
	// Four sums of four: one alone would make every addition wait for the last.
	const sums = [7, 8, 9, 10];
	return [
		...[2, 2, I32, sums.length, V128],
		...[...get(vector), ...get(rowBytes), 0x6a, ...set(end)],
		...loop(
			...[...sums.flatMap(zero), ...move(at, vector)],
			...loop(
				...sums.flatMap((sum, i) => [
					...[...get(sum), ...load(matrix, 16 * i), ...load(at, 16 * i)],
					...[...MULTIPLY_F32X4, ...ADD_F32X4, ...set(sum)],
				]),
				...[...advance(matrix, 64), ...advance(at, 64), ...get(at), ...get(end), NOT_EQUAL],
			),
			...[...get(7), ...get(8), ...ADD_F32X4, ...get(9), ...get(10), ...ADD_F32X4, ...ADD_F32X4, ...set(7)],
			...[...get(out), ...lane(7, 0x1f, 0), ...lane(7, 0x1f, 1), ADD_F32],
			...[...lane(7, 0x1f, 2), ...lane(7, 0x1f, 3), ADD_F32, ADD_F32, 0x38, 2, 0],
			...[...advance(out, 4), ...advance(rows, -1), ...get(rows)],
		),
		0x0b,
	];
}

function quantise(): number[] {
	const [from, to, count, scale, factor] = [0, 1, 2, 3, 4] as const;
	const four = (offset: number): number[] => [
		...[...load(from, offset), ...get(factor), ...MULTIPLY_F32X4],
		// To the nearest, then to int32, saturating.
		...[0xfd, 0x6a, 0xfd, 0xf8, 0x01],
	];
	return [
		...[1, 1, V128],
		...[...get(scale), 0xfd, 0x13, ...set(factor)],
		...loop(
			...[...get(to), ...four(0), ...four(16), 0xfd, 0x85, 0x01, 0xfd, 0x0b, 4, 0],
			...[...advance(from, 32), ...advance(to, 16), ...advance(count, -8), ...get(count)],
		),
		0x0b,
	];
}

function dots16(): number[] {
	const [rows, queries, out, rowCount, queryCount, rowBytes, productBytes] = [0, 1, 2, 3, 4, 5, 6] as const;
	const [row, left, first, second, query, end, at] = [7, 8, 9, 10, 11, 12, 13] as const;
	const rowValues = [14, 15] as const;
	const queryValue = 16;
	const sum = (r: number, q: number): number => 17 + 4 * r + q;
	const [pair, quad] = [
		[0, 1],
		[0, 1, 2, 3],
	];
	const store = (r: number, q: number): number[] => [
		...get(at),
		...[...lane(sum(r, q), 0x1b, 0), ...lane(sum(r, q), 0x1b, 1), ADD_I32],
		...[...lane(sum(r, q), 0x1b, 2), ...lane(sum(r, q), 0x1b, 3), ADD_I32, ADD_I32, 0x36, 2, 4 * r],
	];
	return [
		...[2, 7, I32, 11, V128],
		...loop(
			...[...move(row, rows), ...move(left, rowCount)],
			...loop(
				...pair.flatMap((r) => quad.flatMap((q) => zero(sum(r, q)))),
				...[...move(first, row), ...move(second, row), ...advanceBy(second, rowBytes), ...move(end, second)],
				...move(query, queries),
				...loop(
					...[...load(first), ...set(rowValues[0]), ...load(second), ...set(rowValues[1])],
					...quad.flatMap((q) => [
						...[...load(query, 16 * q), ...set(queryValue)],
						...pair.flatMap((r) => [
							...[...get(sum(r, q)), ...get(rowValues[r] as number), ...get(queryValue)],
							...[...DOT_I16X8, ...ADD_I32X4, ...set(sum(r, q))],
						]),
					]),
					...[...advance(first, 16), ...advance(second, 16), ...advance(query, 64)],
					...[...get(first), ...get(end), NOT_EQUAL],
				),
				// This pair of rows stands at the same place in the products of each query.
				...[...get(out), ...get(row), ...get(rows), 0x6b, ...get(rowBytes), 0x6e, 0x41, 2, 0x74, 0x6a, ...set(at)],
				...quad.flatMap((q) => [...pair.flatMap((r) => store(r, q)), ...advanceBy(at, productBytes)]),
				...[...advanceBy(row, rowBytes), ...advanceBy(row, rowBytes), ...advance(left, -2), ...get(left)],
			),
			...quad.flatMap(() => [...advanceBy(queries, rowBytes), ...advanceBy(out, productBytes)]),
			...[...advance(queryCount, -4), ...get(queryCount)],
		),
		0x0b,
	];
}

const FUNCTIONS = [
	{ name: 'dots', parameters: [I32, I32, I32, I32, I32], body: dots() },
	{ name: 'quantise', parameters: [I32, I32, I32, F32], body: quantise() },
	{ name: 'dots16', parameters: [I32, I32, I32, I32, I32, I32, I32], body: dots16() },
];

export const SIMD_MODULE = Uint8Array.from([
	...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
	...section(
		1,
		FUNCTIONS.length,
		...FUNCTIONS.flatMap(({ parameters }) => [0x60, parameters.length, ...parameters, 0]),
	),
	// Shared, from 1 to 65,536 pages.
	...section(2, 1, ...text('host'), ...text('memory'), 2, 3, 1, 0x80, 0x80, 0x04),
	...section(3, FUNCTIONS.length, ...FUNCTIONS.keys()),
	...section(7, FUNCTIONS.length, ...FUNCTIONS.flatMap(({ name }, i) => [...text(name), 0, i])),
	...section(10, FUNCTIONS.length, ...FUNCTIONS.flatMap(({ body }) => [...length(body.length), ...body])),
]);
