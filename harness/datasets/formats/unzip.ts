import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BenchError } from '../../errors.ts';

/**
 * Unpacks the files of a zip whose names `wanted` gives a place below `directory`, one after another and never in
 * memory. Names come from `wanted`, so no entry can be written anywhere else. Gives the places.
 *
 * @throws BenchError `data` when it is no zip, or one that can't be unpacked.
 */
export async function unzip(
	path: string,
	directory: string,
	wanted: (entryName: string) => string | undefined,
): Promise<readonly string[]> {
	const { openPromise } = await import('yauzl');
	const places: string[] = [];
	try {
		const zip = await openPromise(path);
		for await (const entry of zip.eachEntry()) {
			const place = wanted(entry.fileName);
			if (place === undefined) continue;
			const target = join(directory, place);
			mkdirSync(dirname(target), { recursive: true });
			await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }));
			places.push(place);
		}
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new BenchError('data', `${path} can't be unpacked: ${reason}`, { cause });
	}
	return places;
}
