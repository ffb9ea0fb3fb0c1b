import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { BenchError } from '../../errors.ts';
import { unpacksToMore } from '../unpack-limit.ts';

/**
 * Unpacks the files of a zip whose names `wanted` gives a path below `directory`, one after another and never in
 * memory. Names come from `wanted`, so no entry can be written anywhere else. Gives the paths.
 *
 * @param limit of all the files together, in bytes
 * @throws BenchError `data` when it is no zip, or one that can't be unpacked, is damaged (CRC-32 of every file is
 * checked), or is larger than the limit.
 */
export async function unzip(
	path: string,
	directory: string,
	wanted: (entryName: string) => string | undefined,
	limit: number,
): Promise<readonly string[]> {
	const { openPromise } = await import('yauzl');
	const paths: string[] = [];
	let left = limit;
	try {
		const zip = await openPromise(path);
		for await (const entry of zip.eachEntry()) {
			const entryPath = wanted(entry.fileName);
			if (entryPath === undefined) continue;
			const target = join(directory, entryPath);
			mkdirSync(dirname(target), { recursive: true });
			let crc = 0;
			const check = new Transform({
				transform(chunk: Buffer, _, done) {
					crc = crc32(chunk, crc);
					left -= chunk.length;
					done(left < 0 ? unpacksToMore(path, limit) : null, chunk);
				},
			});
			await pipeline(await zip.openReadStreamPromise(entry), check, createWriteStream(target, { flags: 'wx' }));
			if (crc !== entry.crc32) throw new Error(`${entryPath} is damaged (its CRC-32 is not the recorded one)`);
			paths.push(entryPath);
		}
	} catch (cause) {
		if (cause instanceof BenchError) throw cause;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new BenchError('data', `${path} can't be unpacked: ${reason}`, {
			hint: 'Fetch the zip again.',
			cause,
		});
	}
	return paths;
}
