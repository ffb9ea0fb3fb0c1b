import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeNpy, encodeNpy } from './npy.ts';
import { letterEmbedder } from './testing/letter-embedder.ts';
import { textKey } from './text-key.ts';
import { openVectorPack, writeVectorPack } from './vector-pack.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const embedder = letterEmbedder();
const texts = { document: ['the boiler', 'the bicycle', 'the bank'], query: ['heating'] };

async function write() {
	return writeVectorPack(join(folder, 'vectors'), 'letters', embedder, texts, {
		document: await embedder.embedCounted(texts.document, 'document'),
		query: await embedder.embedCounted(texts.query, 'query'),
	});
}

describe('npy', () => {
	it('is what NumPy writes', () => {
		const bytes = encodeNpy({ rows: 2, columns: 3, values: Float32Array.of(1, 2, 3, 4, 5, -0.5) });
		expect(bytes.subarray(0, 10).toString('hex')).toBe('934e554d505901007600');
		expect(bytes.length).toBe(128 + 24);
		expect(bytes.toString('latin1', 10, 70)).toBe("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } ");
		expect(bytes[127]).toBe(10);
		expect(bytes.readFloatLE(148)).toBe(-0.5);
	});

	it('comes back as it went, whatever the numbers', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 5 }),
				fc.integer({ min: 1, max: 7 }),
				fc.infiniteStream(fc.float()),
				(rows, columns, numbers) => {
					const values = Float32Array.from({ length: rows * columns }, () => numbers.next().value as number);
					expect(decodeNpy(encodeNpy({ rows, columns, values }))).toEqual({ rows, columns, values });
				},
			),
		);
	});

	it('refuses what is cut short, or no such file', () => {
		const bytes = encodeNpy({ rows: 1, columns: 2, values: Float32Array.of(1, 2) });
		expect(() => decodeNpy(bytes.subarray(0, bytes.length - 1))).toThrow('7 bytes of data where 8 belong');
		expect(() => decodeNpy(Buffer.from('{}'))).toThrow('not a .npy file');
	});
});

describe('a pack', () => {
	it('finds texts by role', async () => {
		await write();
		const pack = openVectorPack(folder, embedder, fail);
		const [expected] = await embedder.embedCounted(['the bank'], 'document');
		expect(pack?.find(textKey('the bank', 'document'))).toEqual(expected);
		expect(pack?.find(textKey('the bank', 'query'))).toBeUndefined();
		expect(pack?.find(textKey('heating', 'query'))).toBeDefined();
	});

	it('is written with the same bytes each time, and holds no text', async () => {
		const files = await write();
		const before = files.map((file) => readFileSync(file));
		await write();
		expect(files.map((file) => readFileSync(file))).toEqual(before);
		for (const bytes of before) expect(bytes.includes('boiler')).toBe(false);
	});

	it('with a changed byte in its matrix is noted and not used', async () => {
		const [npy] = (await write()) as [string];
		const bytes = readFileSync(npy);
		bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
		writeFileSync(npy, bytes);
		const notes: string[] = [];
		expect(openVectorPack(folder, embedder, (note) => notes.push(note))).toBeUndefined();
		expect(notes).toEqual([expect.stringContaining('damaged and not used')]);
	});

	it('that is no JSON is noted and not used', async () => {
		const [, json] = (await write()) as [string, string];
		writeFileSync(json, '{');
		const notes: string[] = [];
		expect(openVectorPack(folder, embedder, (note) => notes.push(note))).toBeUndefined();
		expect(notes).toHaveLength(1);
	});
});

function fail(message: string): never {
	throw new Error(message);
}
