import { BenchError } from '../../../harness/errors.ts';

/** Where the rows of a file of vectors stand. */
export interface Layout {
	readonly rows: number;
	readonly columns: number;
	/** Byte of the first row. */
	readonly start: number;
	/** Bytes from one row to the next. */
	readonly rowBytes: number;
	/** Bytes of a row before its numbers. */
	readonly skip: number;
	/** float16, else float32. */
	readonly half: boolean;
}

const MAGIC = Buffer.from('\x93NUMPY', 'latin1');

/** The header of a NumPy .npy file, versions 1.0 to 3.0 (numpy.lib.format). @throws BenchError `data` */
export function readNpyLayout(path: string, head: Buffer): Layout {
	if (head.length < 12 || !head.subarray(0, MAGIC.length).equals(MAGIC)) throw wrong(path, 'it is no .npy file');
	const long = (head[MAGIC.length] as number) > 1;
	const before = long ? 12 : 10;
	const start = before + (long ? head.readUInt32LE(8) : head.readUInt16LE(8));
	const header = head.toString('latin1', before, start);
	const type = /'descr':\s*'([^']+)'/.exec(header)?.[1] ?? 'a structure';
	const shape = /'shape':\s*\(\s*(\d+)\s*,\s*(\d+)\s*,?\s*\)/.exec(header);
	if (type !== '<f4' && type !== '<f2')
		throw wrong(path, `its numbers are ${type}, not float32 or float16`, 'numpy.save(path, matrix.astype("float32"))');
	if (!/'fortran_order':\s*False/.test(header))
		throw wrong(path, 'it is in Fortran order', 'numpy.save(path, numpy.ascontiguousarray(matrix))');
	if (shape === null)
		throw wrong(path, 'it holds no matrix', 'One row for each vector, one column for each dimension.');
	const half = type === '<f2';
	const columns = Number(shape[2]);
	return { rows: Number(shape[1]), columns, start, rowBytes: columns * (half ? 2 : 4), skip: 0, half };
}

/** fvecs: every row an int32 (its length) and that many float32, little-endian (INRIA's corpora). @throws BenchError `data` */
export function readFvecsLayout(path: string, head: Buffer, size: number): Layout {
	if (head.length < 4) throw wrong(path, 'it is empty');
	const columns = head.readInt32LE(0);
	if (columns < 1 || columns > 1_000_000) throw wrong(path, 'it is no .fvecs file');
	const rowBytes = 4 + 4 * columns;
	return { rows: Math.ceil(size / rowBytes), columns, start: 0, rowBytes, skip: 4, half: false };
}

function wrong(path: string, what: string, hint?: string): BenchError {
	return new BenchError('data', `${path} can't be read: ${what}`, hint === undefined ? {} : { hint });
}
