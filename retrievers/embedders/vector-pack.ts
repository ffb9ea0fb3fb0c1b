import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbedRole } from '../../harness/contract.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import type { CountedVector } from './embedding.ts';
import { decodeNpy, encodeNpy } from './npy.ts';
import { textKey } from './text-key.ts';

/**
 * Vectors that are shipped beside a dataset: `vectors/<model>.json` says whose they are and which row is which text,
 * `vectors/<model>.npy` holds them. Read only; what a dataset's vectors are asked for before anything is computed.
 */
export interface VectorPack {
	find(key: Buffer): CountedVector | undefined;
}

/** `<model>.json` */
interface PackIndex {
	readonly embedder: string;
	readonly weights_sha256: string | null;
	readonly dimensions: number;
	readonly npy_sha256: string;
	/** `[sha-256 of role and text, tokens]` of each row: the documents first, then the queries. */
	readonly document: readonly (readonly [string, number])[];
	readonly query: readonly (readonly [string, number])[];
}

export interface PackSource {
	readonly id: string;
	readonly dimensions: number;
	readonly weightsHash?: string;
}

/** The pack beside a dataset that holds vectors of this embedder, or undefined. A damaged one is noted and not used. */
export function openVectorPack(
	datasetDirectory: string,
	embedder: PackSource,
	note: (message: string) => void,
): VectorPack | undefined {
	const folder = join(datasetDirectory, 'vectors');
	if (!existsSync(folder)) return undefined;
	for (const name of readdirSync(folder).sort()) {
		if (!name.endsWith('.json')) continue;
		try {
			const index = JSON.parse(readFileSync(join(folder, name), 'utf8')) as PackIndex;
			if (index.embedder === embedder.id)
				return readPack(index, readFileSync(join(folder, name.replace(/json$/, 'npy'))));
		} catch (error) {
			note(`${join(folder, name)} is damaged and not used: ${(error as Error).message}`);
		}
	}
	return undefined;
}

function readPack(index: PackIndex, npy: Buffer): VectorPack {
	if (createHash('sha256').update(npy).digest('hex') !== index.npy_sha256)
		throw new Error('the .npy file beside it is not the one it describes');
	const matrix = decodeNpy(npy);
	const rows = [...index.document, ...index.query];
	if (matrix.rows !== rows.length || matrix.columns !== index.dimensions)
		throw new Error(`a matrix of ${matrix.rows} x ${matrix.columns} for ${rows.length} x ${index.dimensions}`);
	const rowOf = new Map(rows.map(([key], row) => [key, row]));
	return {
		find(key) {
			const row = rowOf.get(key.toString('hex'));
			if (row === undefined) return undefined;
			return {
				vector: matrix.values.subarray(row * matrix.columns, (row + 1) * matrix.columns),
				tokens: (rows[row] as readonly [string, number])[1],
			};
		},
	};
}

/**
 * Writes `<model>.json` and `<model>.npy` into a folder; equal input gives equal bytes.
 * @returns the two paths
 */
export function writeVectorPack(
	folder: string,
	model: string,
	embedder: PackSource,
	texts: Readonly<Record<EmbedRole, readonly string[]>>,
	vectors: Readonly<Record<EmbedRole, readonly CountedVector[]>>,
): readonly string[] {
	const all = [...vectors.document, ...vectors.query];
	const values = new Float32Array(all.length * embedder.dimensions);
	for (const [row, { vector }] of all.entries()) values.set(vector, row * embedder.dimensions);
	const npy = encodeNpy({ rows: all.length, columns: embedder.dimensions, values });
	const named = (role: EmbedRole): [string, number][] =>
		texts[role].map((text, i) => [textKey(text, role).toString('hex'), (vectors[role][i] as CountedVector).tokens]);
	const index: PackIndex = {
		embedder: embedder.id,
		weights_sha256: embedder.weightsHash ?? null,
		dimensions: embedder.dimensions,
		npy_sha256: createHash('sha256').update(npy).digest('hex'),
		document: named('document'),
		query: named('query'),
	};
	const paths = [join(folder, `${model}.npy`), join(folder, `${model}.json`)] as const;
	writeFileWhole(paths[0], npy);
	writeFileWhole(paths[1], `${JSON.stringify(index)}\n`);
	return paths;
}
