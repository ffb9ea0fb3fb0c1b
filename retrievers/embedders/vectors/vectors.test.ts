import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultsOf } from '../../../harness/options.ts';
import { randomStream } from '../../../harness/random.ts';
import { temporaryFolder } from '../../../harness/testing/temporary-folder.ts';
import { dense, denseRetriever } from '../../dense/dense.ts';
import { quietContext, quietQuery } from '../../testing/context.ts';
import { checkEmbedder, embedderFiles, openEmbedder } from '../index.ts';
import { encodeNpy } from '../npy.ts';
import { fromHalf, roundToHalf } from './half.ts';

const [DIMENSIONS, DOCS] = [24, 60];
const stream = randomStream(4, 'vectors.test');
const row = (): number[] => Array.from({ length: DIMENSIONS }, () => Math.fround(stream.next() - 0.5));
const documents = Array.from({ length: DOCS }, row);
const queries = Array.from({ length: 8 }, (_, i) =>
	(documents[i] as number[]).map((value) => Math.fround(value + 0.02 * stream.next())),
);
const ids = (prefix: string, count: number): string =>
	Array.from({ length: count }, (_, i) => `${prefix}${i}\n`).join('');

function npy(rows: readonly (readonly number[])[]): Buffer {
	return encodeNpy({ rows: rows.length, columns: rows[0]?.length ?? 0, values: Float32Array.from(rows.flat()) });
}

/** As numpy writes float16, version 2.0 of the format. */
function npyHalf(rows: readonly (readonly number[])[]): Buffer {
	const header = `{'descr': '<f2', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0]?.length}), }`.padEnd(
		115,
	);
	const head = Buffer.concat([
		Buffer.from('\x93NUMPY\x02\x00', 'latin1'),
		Buffer.from([116, 0, 0, 0]),
		Buffer.from(`${header}\n`),
	]);
	const bits = Array.from({ length: 65_536 }, (_, i) => [fromHalf(i), i] as const).filter(([value]) =>
		Number.isFinite(value),
	);
	const bitsOf = new Map(bits);
	return Buffer.concat([
		head,
		Buffer.from(Uint16Array.from(rows.flat(), (value) => bitsOf.get(roundToHalf(value)) as number).buffer),
	]);
}

function fvecs(rows: readonly (readonly number[])[]): Buffer {
	return Buffer.concat(
		rows.map((values) =>
			Buffer.concat([Buffer.from(Int32Array.of(values.length).buffer), Buffer.from(Float32Array.from(values).buffer)]),
		),
	);
}

function folderOf(files: Readonly<Record<string, string | Buffer>> = {}): string {
	const all: Readonly<Record<string, string | Buffer>> = {
		'documents.npy': npy(documents),
		'documents.ids': ids('d', DOCS),
		'queries.npy': npy(queries),
		'queries.ids': ids('q', 8),
		...files,
	};
	return temporaryFolder(Object.fromEntries(Object.entries(all).filter(([, content]) => content.length > 0))).path;
}

const corpus = Array.from({ length: DOCS }, (_, i) => ({
	id: `d${i}`,
	content: `text ${i}`,
	tags: [],
	expandedKeywords: [],
	importance: 0,
	sensitive: i === 7,
	metadata: {},
}));

async function search(spec: string, query = 0, depth = 5) {
	const context = quietContext(temporaryFolder({}).path);
	const options = { ...defaultsOf(dense.options), embedder: spec };
	const retriever = await denseRetriever(corpus, options, context, await openEmbedder(spec, context));
	try {
		const found = await retriever.retrieve({ id: `q${query}`, text: 'anything', stratum: 's' }, depth, quietQuery());
		return { found, facts: retriever.facts?.() ?? {} };
	} finally {
		retriever.close?.();
	}
}

/** Cosines by the definition, the sensitive document left out. */
function expected(query: number, dims = DIMENSIONS): readonly { docId: string; score: number }[] {
	const unit = (values: readonly number[]): number[] => {
		const cut = values.slice(0, dims);
		const norm = Math.hypot(...cut);
		return cut.map((value) => value / norm);
	};
	const asked = unit(queries[query] as number[]);
	return documents
		.map((values, i) => ({
			docId: `d${i}`,
			score: unit(values).reduce((sum, value, j) => sum + value * (asked[j] as number), 0),
		}))
		.filter(({ docId }) => docId !== 'd7')
		.sort((one, other) => other.score - one.score)
		.slice(0, 5);
}

function expectAlike(
	found: readonly { docId: string; score: number }[],
	wanted: ReturnType<typeof expected>,
	digits = 6,
): void {
	expect(found.map(({ docId }) => docId)).toEqual(wanted.map(({ docId }) => docId));
	for (const [rank, { score }] of found.entries()) expect(score).toBeCloseTo(wanted[rank]?.score as number, digits);
}

describe('vectors:<folder>', () => {
	test('searches by cosine what was embedded elsewhere, documents and queries found by their ids', async () => {
		const { found, facts } = await search(`vectors:${folderOf()}`, 3);
		expectAlike(found, expected(3));
		expect(facts).toMatchObject({ dimensions: DIMENSIONS, documents: DOCS - 1, truncated_documents: null });
		expect(facts).not.toHaveProperty('storage_loss');
	});

	test('fvecs and float16 hold the same vectors; rows may stand in any order', async () => {
		const backwards = {
			'documents.npy': npy([...documents].reverse()),
			'documents.ids': ids('d', DOCS).trimEnd().split('\n').reverse().join('\n'),
		};
		for (const [files, digits] of [
			[{ 'documents.npy': '', 'documents.fvecs': fvecs(documents) }, 6],
			[{ 'documents.npy': npyHalf(documents) }, 3],
			[backwards, 6],
		] as const)
			expectAlike((await search(`vectors:${folderOf(files)}`, 2)).found, expected(2), digits);
	});

	test('dims takes the first numbers of each, of length 1 again', async () => {
		const { found, facts } = await search(`vectors:${folderOf()}?dims=8`, 1);
		expectAlike(found, expected(1, 8));
		expect(facts.dimensions).toBe(8);
		expect(facts.embedder).toContain('dimensions=8 of 24');
	});

	test.each([
		['float16', 1e-6],
		['int8', 1e-3],
	])('storage=%s says what it loses', async (storage, most) => {
		const { found, facts } = await search(`vectors:${folderOf()}?storage=${storage}`);
		expectAlike(found.slice(0, 1), expected(0).slice(0, 1), 2);
		const loss = facts.storage_loss as { overlap_at_10: number; cosine_error_mean: number; cosine_error_most: number };
		expect(loss.overlap_at_10).toBeGreaterThan(0.8);
		expect(loss.cosine_error_mean).toBeGreaterThan(0);
		expect(loss.cosine_error_most).toBeLessThan(most);
	});

	test('float16 is IEEE 754 binary16', () => {
		const known = { 15360: 1, 13653: 0.333251953125, 1: 2 ** -24, 1023: 1023 * 2 ** -24, 64511: -65_504, 49152: -2 };
		for (const [bits, value] of Object.entries(known)) expect(fromHalf(Number(bits))).toBe(value);
		expect(fromHalf(0x7e00)).toBeNaN();
		expect(roundToHalf(1 / 3)).toBe(0.333251953125);
		// Halfway between two: to the even one.
		expect(roundToHalf(1 + 2 ** -11)).toBe(1);
		expect(roundToHalf(1 + 3 * 2 ** -11)).toBe(1 + 2 ** -9);
	});

	test('kept rankings depend on its files', () => {
		const folder = folderOf();
		expect(embedderFiles(`vectors:${folder}?dims=8`)).toEqual(
			['documents.npy', 'documents.ids', 'queries.npy', 'queries.ids'].map((name) => join(folder, name)),
		);
		expect(dense.readsFor?.({ ...defaultsOf(dense.options), embedder: `vectors:${folder}` })).toHaveLength(4);
	});

	const nan = documents.map((values, i) =>
		i === 4 ? values.map((value, j) => (j === 2 ? Number.NaN : value)) : values,
	);
	test.each([
		[
			'a document without a vector',
			{ 'documents.npy': npy(documents.slice(1)), 'documents.ids': ids('d', DOCS).slice(3) },
			/no vector for 1 of 59 documents; the first is "d0"/,
		],
		[
			'a query without one',
			{ 'queries.npy': npy(queries.slice(1)), 'queries.ids': ids('q', 8).slice(3) },
			/no vector for 1 of 1 queries; the first is "q0"/,
		],
		[
			'queries of another length',
			{ 'queries.npy': npy(queries.map((values) => values.slice(1))) },
			/queries.npy holds vectors of 23 numbers, .*documents.npy of 24/,
		],
		['a value that is no number', { 'documents.npy': npy(nan) }, /row 5, of document "d4", has no direction/],
		['more ids than rows', { 'documents.ids': `${ids('d', DOCS)}extra\n` }, /names 61 ids, and .* holds 60 vectors/],
		[
			'an id twice',
			{ 'documents.ids': ids('d', DOCS).replace('d5\n', 'd3\n') },
			/documents.ids:6: id "d3" for the second time, first in line 4/,
		],
		['a file cut off', { 'documents.npy': npy(documents).subarray(0, -8) }, /where 60 x 24 numbers take/],
		[
			'doubles',
			{ 'documents.npy': Buffer.from(npy(documents).toString('latin1').replace('<f4', '<f8'), 'latin1') },
			/its numbers are <f8, not float32/,
		],
		['no ids', { 'documents.ids': '' }, /documents.ids is missing/],
		['no queries', { 'queries.npy': '' }, /neither queries.npy nor queries.fvecs/],
		[
			'rows of several lengths',
			{
				'documents.npy': '',
				'documents.fvecs': Buffer.concat([
					fvecs(documents.slice(1)),
					fvecs([[...(documents[0] as number[])]]).fill(9, 0, 1),
				]),
			},
			/row 60 has 9 numbers, the first has 24/,
		],
	])('%s: an error that says where', async (_what, files, message) => {
		await expect(search(`vectors:${folderOf(files)}`)).rejects.toThrow(message);
	});

	test.each([
		['vectors:nowhere/at/all', /there is no folder/],
		['vectors:', /names no folder/],
		['vectors:.?dim=3', /no option "dim"/],
	])('%s is refused before any work', (spec, message) => {
		expect(() => checkEmbedder(spec)).toThrow(message);
	});

	test('more dims than there are, windows and fields are refused', async () => {
		const folder = folderOf();
		await expect(search(`vectors:${folder}?dims=25`)).rejects.toThrow('dims is 25, and the vectors have 24 numbers');
		const options = { ...defaultsOf(dense.options), embedder: `vectors:${folder}` };
		expect(() => dense.validate?.({ ...options, chunk: 64 })).toThrow('does not show how it counts tokens');
		const context = quietContext(temporaryFolder({}).path);
		const opened = await openEmbedder(options.embedder, context);
		await expect(denseRetriever(corpus, { ...options, units: 'fields' }, context, opened)).rejects.toThrow(
			'one vector for each document',
		);
	});
});
