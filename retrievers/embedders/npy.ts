/** A matrix of 32-bit floats in row order. */
export interface Matrix {
	readonly rows: number;
	readonly columns: number;
	readonly values: Float32Array;
}

const MAGIC = Buffer.from('\x93NUMPY\x01\x00', 'latin1');

/** The bytes of a NumPy .npy file, version 1.0, little-endian 32-bit floats (numpy.lib.format). */
export function encodeNpy(matrix: Matrix): Buffer {
	const says = `{'descr': '<f4', 'fortran_order': False, 'shape': (${matrix.rows}, ${matrix.columns}), }`;
	const before = MAGIC.length + 2;
	// The header ends in a newline and the data begins at a multiple of 64 bytes.
	const padded = Math.ceil((before + says.length + 1) / 64) * 64 - before;
	const header = Buffer.alloc(before + padded, ' ');
	MAGIC.copy(header);
	header.writeUInt16LE(padded, MAGIC.length);
	header.write(says, before, 'latin1');
	header.write('\n', header.length - 1, 'latin1');
	const { values } = matrix;
	return Buffer.concat([header, Buffer.from(values.buffer, values.byteOffset, values.byteLength)]);
}

/** Reads what {@link encodeNpy} writes. @throws Error that says what about the bytes is wrong */
export function decodeNpy(bytes: Buffer): Matrix {
	if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('not a .npy file of version 1.0');
	const start = MAGIC.length + 2 + bytes.readUInt16LE(MAGIC.length);
	const header = bytes.toString('latin1', MAGIC.length + 2, start);
	const shape = /'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\)/.exec(header);
	if (shape === null) throw new Error(`not a matrix of little-endian 32-bit floats: ${header.trim()}`);
	const rows = Number(shape[1]);
	const columns = Number(shape[2]);
	const size = rows * columns * 4;
	if (bytes.length - start !== size) throw new Error(`${bytes.length - start} bytes of data where ${size} belong`);
	const values = new Float32Array(rows * columns);
	new Uint8Array(values.buffer).set(bytes.subarray(start));
	return { rows, columns, values };
}
