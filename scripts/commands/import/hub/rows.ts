import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { unpackLimit } from '../../../../harness/datasets/unpack-limit.ts';
import { BenchError } from '../../../../harness/errors.ts';

/** A row of a file: a line as it stands, or the fields of a parquet row. */
export type Row = string | Readonly<Record<string, unknown>>;

/**
 * The rows of a fetched file, by the end of its name: lines of .jsonl and .tsv, packed (.gz) or not, or parquet.
 *
 * @param given what a file may unpack to in GiB; 0: see {@link unpackLimit}
 */
export async function* rowsOf(path: string, given: number): AsyncGenerator<Row> {
	if (path.endsWith('.parquet')) yield* parquetRows(path);
	else yield* lines(path, given);
}

async function* lines(path: string, given: number): AsyncGenerator<string> {
	const file = createReadStream(path);
	const input = path.endsWith('.gz') ? file.pipe(createGunzip()).pipe(upTo(unpackLimit(path, given), path)) : file;
	// A fault of an earlier part of the pipe ends the last one with it.
	if (path.endsWith('.gz')) file.on('error', (error) => input.destroy(error));
	try {
		for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
	} catch (cause) {
		if (cause instanceof BenchError) throw cause;
		throw new BenchError('data', `${path} can't be unpacked`, { hint: 'Delete it and run the command again.', cause });
	} finally {
		file.destroy();
	}
}

function upTo(limit: number, path: string): Transform {
	let left = limit;
	return new Transform({
		transform(chunk: Buffer, _, done) {
			left -= chunk.length;
			const fault = new BenchError('data', `${path} unpacks to more than ${Math.round(limit / 1024 ** 2)} MiB`, {
				hint: 'Where that is right, name the limit: --max-unpacked <GiB>.',
			});
			done(left < 0 ? fault : null, chunk);
		},
	});
}

/** One row group in memory at a time. */
async function* parquetRows(path: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
	const [{ asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects }, { compressors }] = await Promise.all([
		import('hyparquet'),
		import('hyparquet-compressors'),
	]);
	try {
		const file = await asyncBufferFromFile(path);
		const metadata = await parquetMetadataAsync(file);
		let rowStart = 0;
		for (const group of metadata.row_groups) {
			const rowEnd = rowStart + Number(group.num_rows);
			for (const row of await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd })) yield row;
			rowStart = rowEnd;
		}
	} catch (cause) {
		throw new BenchError('data', `${path} is no parquet file that can be read`, {
			hint: cause instanceof Error ? cause.message : String(cause),
			cause,
		});
	}
}
