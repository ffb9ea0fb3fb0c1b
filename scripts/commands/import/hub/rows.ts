import { readLines } from '../../../../harness/datasets/read-lines.ts';
import { BenchError } from '../../../../harness/errors.ts';

/** A row of a file: a line as it stands, or the fields of a parquet row. */
export type Row = string | Readonly<Record<string, unknown>>;

/**
 * The rows of a fetched file, by the end of its name: lines of .jsonl and .tsv, packed (.gz) or not, or parquet.
 *
 * @param given what a file may unpack to in GiB; 0: the limit for its size
 */
export async function* rowsOf(path: string, given: number): AsyncGenerator<Row> {
	if (path.endsWith('.parquet')) yield* parquetRows(path);
	else yield* lines(path, given);
}

async function* lines(path: string, given: number): AsyncGenerator<string> {
	for await (const { number, text, fault } of readLines(path, undefined, given)) {
		if (fault !== undefined) throw new BenchError('data', `${path}:${number}: the line can't be read (${fault})`);
		yield text;
	}
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
