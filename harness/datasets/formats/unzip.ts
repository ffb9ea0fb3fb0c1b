import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BenchError } from '../../errors.ts';

/**
 * Unpacks the files of a zip whose names `wanted` gives a path below `directory`, one after another and never in
 * memory. Names come from `wanted`, so no entry can be written anywhere else. Gives the paths.
 *
 * @throws BenchError `data` when it is no zip, or one that can't be unpacked.
 */
export async function unzip(
	path: string,
	directory: string,
	wanted: (entryName: string) => string | undefined,
): Promise<readonly string[]> {
	const { openPromise } = await import('yauzl');
	const paths: string[] = [];
	try {
		const zip = await openPromise(path);
		for await (const entry of zip.eachEntry()) {
			const entryPath = wanted(entry.fileName);
			if (entryPath === undefined) continue;
			const target = join(directory, entryPath);
			mkdirSync(dirname(target), { recursive: true });
			await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }));
			paths.push(entryPath);
		}
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new BenchError('data', `${path} can't be unpacked: ${reason}`, { cause });
	}
	return paths;
}
