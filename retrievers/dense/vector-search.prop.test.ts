import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { randomStream } from '../../harness/random.ts';
import { LARGEST_INT16, placeQueries, roundingBound } from './batch-slice.ts';
import { dot, errorBound, searchMatrix, type VectorMatrix, vectorSearch } from './vector-search.ts';

// Few distinct values, so that many scores tie.
const small = fc.integer({ min: -2, max: 2 });

it('returns the best documents, ties in corpus order, each once with the score of its best vector', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 9 }).chain((dimensions) =>
				fc.record({
					dimensions: fc.constant(dimensions),
					query: fc.array(small, { minLength: dimensions, maxLength: dimensions }),
					documents: fc.array(
						fc.array(fc.array(small, { minLength: dimensions, maxLength: dimensions }), { minLength: 1, maxLength: 3 }),
						{ minLength: 1, maxLength: 30 },
					),
					depth: fc.integer({ min: 1, max: 35 }),
				}),
			),
			({ dimensions, query, documents, depth }) => {
				const rows = documents.flat();
				const owner = Int32Array.from(documents.flatMap((vectors, document) => vectors.map(() => document)));
				const vectors = rows.map((row) => ({ vector: Float32Array.from(row) }));
				const search = vectorSearch(searchMatrix(vectors, dimensions), documents.length, owner);
				const found = search.search(Float32Array.from(query), depth);

				const product = (x: readonly number[], y: readonly number[]): number =>
					x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
				const expected = documents
					.map((vectors, document) => ({
						document,
						score: Math.max(...vectors.map((vector) => product(vector, query))),
					}))
					.sort((x, y) => y.score - x.score || x.document - y.document)
					.slice(0, depth);
				expect(Array.from(found.docs)).toEqual(expected.map(({ document }) => document));
				expect(Array.from(found.scores, (score) => score + 0)).toEqual(expected.map(({ score }) => score + 0));
			},
		),
	);
});

/** The same search without its quick first step. */
const withoutSimd = (matrix: VectorMatrix): VectorMatrix => ({ ...matrix, simd: undefined });

it('gives the bits of the plain loop, however close the documents and whatever their length', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 70 }),
			fc.integer({ min: 1, max: 60 }),
			fc.integer({ min: 1, max: 12 }),
			// From nearly equal vectors to far apart ones, from tiny to more than float32 can multiply.
			fc.constantFrom(1e-7, 1e-3, 1),
			fc.constantFrom(1e-30, 1, 1e15, 1e25),
			fc.integer(),
			(dimensions, count, depth, spread, scale, seed) => {
				const stream = randomStream(seed, 'vectors');
				const vector = (): Float32Array =>
					Float32Array.from({ length: dimensions }, () => scale * (1 + spread * (stream.next() - 0.5)));
				const matrix = searchMatrix(
					Array.from({ length: count }, () => ({ vector: vector() })),
					dimensions,
				);
				expect(matrix.simd).toBeDefined();
				const query = vector();
				const found = vectorSearch(matrix, count).search(query, depth);
				expect(found).toEqual(vectorSearch(withoutSimd(matrix), count).search(query, depth));
			},
		),
	);
});

it('is as near to the real products in its first step as it says', () => {
	const stream = randomStream(1, 'bound');
	for (const dimensions of [1, 16, 50, 384, 1024]) {
		const vectors = Array.from({ length: 50 }, () => ({
			vector: Float32Array.from({ length: dimensions }, () => stream.next() - 0.5),
		}));
		const { simd, longest, stride, values } = searchMatrix(vectors, dimensions);
		if (simd === undefined) throw new Error('no module');
		const query = (vectors[0] as { vector: Float32Array }).vector;
		simd.vector.set(query);
		simd.functions.dots(0, simd.layout.vectorAt, simd.layout.productsAt, simd.layout.rows, 4 * stride);
		const bound = errorBound(stride, longest * Math.sqrt(dot(query, 0, query, 0, dimensions)));
		for (const [row, product] of simd.products.entries())
			expect(Math.abs(product - dot(values, row * stride, query, 0, dimensions))).toBeLessThanOrEqual(bound);
		expect(bound).toBeLessThan(1e-4 * stride);
	}
});

it('passes over what is not a number', () => {
	const vectors = [
		[1, 0],
		[Number.NaN, 1],
		[2, 0],
	].map((row) => ({ vector: Float32Array.from(row) }));
	const found = vectorSearch(searchMatrix(vectors, 2), 3).search(Float32Array.of(1, 1), 3);
	expect([...found.docs]).toEqual([2, 0]);
});

describe('many queries at once, on several threads', () => {
	const [rows, dimensions] = [11_003, 390];
	const stream = randomStream(2, 'batch');
	const vector = (spread: number): Float32Array =>
		Float32Array.from({ length: dimensions }, (_, i) => 0.3 + spread * (stream.next() - 0.5) + (i % 7) / 50);
	// Groups of near duplicates, exact duplicates among them: many products lie within the bound of each other.
	const vectors: { vector: Float32Array }[] = [];
	for (let row = 0; row < rows; row++)
		vectors.push({
			vector: row % 5 < 3 ? vector(1) : (vectors[row - 1 - (row % 2)] as { vector: Float32Array }).vector.slice(),
		});
	const queries = Array.from({ length: 61 }, (_, i) =>
		i % 3 === 0 ? (vectors[7 * i]?.vector as Float32Array) : vector(1),
	);
	const alone = searchMatrix(vectors, dimensions);
	const plain = vectorSearch(withoutSimd(alone), rows);
	const expected = queries.map((query) => plain.search(query, 50));

	it('gives the same bits as one query after another without SIMD, on one thread', () => {
		expect(alone.simd?.layout.batch).toBeDefined();
		const search = vectorSearch(alone, rows);
		expect(search.searchAll(queries, 50)).toEqual(expected);
		expect(search.searchAll(queries.slice(0, 1), 50)).toEqual(expected.slice(0, 1));
		expect(search.searchAll(queries, 0).every(({ docs }) => docs.length === 0)).toBe(true);
	});

	it('gives the same bits on three threads, whether they have started or not', async () => {
		const search = vectorSearch(searchMatrix(vectors, dimensions, 3), rows);
		try {
			expect(search.searchAll(queries, 50)).toEqual(expected);
			await vi.waitFor(() => expect(search.working()).toBe(3), { timeout: 60_000, interval: 20 });
			expect(search.searchAll(queries, 50)).toEqual(expected);
			expect(queries.map((query) => search.search(query, 50))).toEqual(expected);
		} finally {
			search.close();
		}
	});

	it('searches alone where more rows tie than there is room for', () => {
		const same = Array.from({ length: rows }, () => ({ vector: (vectors[0] as { vector: Float32Array }).vector }));
		const [first, second] = vectorSearch(searchMatrix(same, dimensions), rows).searchAll(queries.slice(0, 2), 10);
		expect(first?.docs).toEqual(Int32Array.from({ length: 10 }, (_, row) => row));
		expect(second?.docs).toEqual(first?.docs);
	});

	it('rounds to int16 within its bound', () => {
		const { simd, longest, stride } = alone;
		if (simd === undefined) throw new Error('no module');
		const { layout, memory, functions } = simd;
		const norms = queries.map((query) => Math.sqrt(dot(query, 0, query, 0, dimensions)));
		placeQueries(memory.buffer, layout, queries, norms);
		const { rowsAt, productsAt, queriesAt } = layout.batch as NonNullable<typeof layout.batch>;
		const scale = LARGEST_INT16 / longest;
		functions.quantise(0, rowsAt[0] as number, 32 * stride, scale);
		functions.dots16(rowsAt[0] as number, queriesAt, productsAt[0] as number, 32, 64, 2 * stride, 4 * 32);
		const products = new Int32Array(memory.buffer, productsAt[0], 32 * 64);
		for (const [query, one] of queries.entries())
			for (let row = 0; row < 32; row++) {
				const real =
					dot(alone.values, row * stride, one, 0, dimensions) * scale * (LARGEST_INT16 / (norms[query] as number));
				expect(Math.abs((products[query * 32 + row] as number) - real)).toBeLessThanOrEqual(roundingBound(stride));
			}
	});
});
