import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../../errors.ts';
import { sha256 } from '../../files/sha256.ts';
import type { RunFolder } from './run-folder.ts';

/**
 * The content of a file of a run folder, held against the hash that the manifest records for it.
 *
 * @throws BenchError `results` that names the file where it is missing, can't be read, has no hash, or was changed
 */
export function readRecorded({ path, manifest }: Pick<RunFolder, 'path' | 'manifest'>, name: string): Buffer {
	const file = join(path, name);
	const recorded = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
	if (recorded === undefined)
		throw new BenchError('results', `${join(path, 'manifest.json')} records no hash of ${name}`, { hint: AGAIN });
	const content = readContent(file);
	if (sha256(content) !== recorded)
		throw new BenchError('results', `${file} is not the file that was written: its sha-256 is not the recorded one`, {
			hint: AGAIN,
		});
	return content;
}

/** Advice for a run folder that differs from what was written. */
export const AGAIN =
	'It was changed or damaged after the run: run it again, or copy the folder anew; `bench verify` tells which files are whole.';

export function readContent(file: string): Buffer {
	try {
		return readFileSync(file);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new BenchError('results', existsSync(file) ? `${file} can't be read (${code})` : `${file} is missing`, {
			hint: 'The run folder is incomplete; `bench verify` tells which files are whole.',
			cause: error,
		});
	}
}
