import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { BenchError } from '../../../harness/errors.ts';
import { fromHalf } from './half.ts';
import { type Layout, readFvecsLayout, readNpyLayout } from './layouts.ts';

/** A file of vectors, read row by row: a matrix may be larger than what fits in memory twice. */
export interface RowsFile {
	readonly path: string;
	readonly rows: number;
	readonly columns: number;
	/** A row as float32. Rows in file order are read in large pieces. */
	row(index: number): Float32Array;
	/** sha-256 (hex) of the file. */
	hash(): string;
	close(): void;
}

/** Bytes that are read at once. */
const PIECE = 2 ** 22;

/**
 * Opens `.npy` (float32 or float16, little-endian, in C order) or `.fvecs`.
 * @throws BenchError `data` that says what about the file is wrong
 */
export function openRowsFile(path: string): RowsFile {
	const file = openSync(path, 'r');
	try {
		return rowsFile(path, file);
	} catch (error) {
		closeSync(file);
		throw error;
	}
}

function rowsFile(path: string, file: number): RowsFile {
	const { size } = fstatSync(file);
	const head = read(file, 0, Math.min(size, 65_536));
	const layout: Layout = path.endsWith('.npy') ? readNpyLayout(path, head) : readFvecsLayout(path, head, size);
	const { rows, columns, start, rowBytes, skip, half } = layout;
	if (size !== start + rows * rowBytes)
		throw new BenchError(
			'data',
			`${path}: ${size} bytes, where ${rows} x ${columns} numbers take ${start + rows * rowBytes}`,
			{
				hint: 'The file is cut off or has something behind it; write it anew.',
			},
		);
	const perPiece = Math.max(1, Math.floor(PIECE / rowBytes));
	let pieceAt = -1;
	let piece: Buffer = Buffer.alloc(0);
	return {
		path,
		rows,
		columns,
		row(index) {
			const first = index - (index % perPiece);
			if (first !== pieceAt) {
				piece = read(file, start + first * rowBytes, Math.min(perPiece, rows - first) * rowBytes);
				pieceAt = first;
			}
			const at = (index - first) * rowBytes;
			if (skip > 0 && piece.readInt32LE(at) !== columns)
				throw new BenchError(
					'data',
					`${path}: row ${index + 1} has ${piece.readInt32LE(at)} numbers, the first has ${columns}`,
				);
			const numbersAt = piece.byteOffset + at + skip;
			// A row begins where its numbers may: pieces begin with a row, and rows are whole numbers of them.
			if (!half) return new Float32Array(piece.buffer, numbersAt, columns).slice();
			return Float32Array.from(
				new Uint16Array(piece.buffer, numbersAt, columns),
				(bits) => halfValues()[bits] as number,
			);
		},
		hash: () => hashOf(file, size),
		close: () => closeSync(file),
	};
}

let halves: Float32Array | undefined;

/** Every float16, by its bits. */
function halfValues(): Float32Array {
	halves ??= Float32Array.from({ length: 65_536 }, (_, bits) => fromHalf(bits));
	return halves;
}

function hashOf(file: number, size: number): string {
	const hash: Hash = createHash('sha256');
	for (let at = 0; at < size; at += PIECE) hash.update(read(file, at, Math.min(PIECE, size - at)));
	return hash.digest('hex');
}

function read(file: number, position: number, length: number): Buffer {
	// Of its own memory, not of the pool: then it begins at its first byte.
	const bytes = Buffer.from(new ArrayBuffer(length));
	let done = 0;
	while (done < length) {
		const count = readSync(file, bytes, done, length - done, position + done);
		if (count === 0) break;
		done += count;
	}
	return bytes.subarray(0, done);
}
