import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../contract.ts';
import { identityHash } from '../../files/json.ts';
import { fileName } from './file-name.ts';
import type { Manifest } from './run-folder.ts';

/**
 * The name of a new run folder: when, what, and the first digits of what identifies it (dataset, system, metrics,
 * seed), so that repeats of one run are seen to be repeats. Names sort by time.
 */
export function runId(manifest: Manifest, resultsDirectory: string): string {
	const stamp = folderStamp(manifest.created);
	const { dataset, system, metrics, depth, seed } = manifest;
	const identity = identityHash({ fingerprint: dataset.fingerprint, system, metrics, depth, seed } as unknown as Json);
	const name = `${stamp}-${fileName(dataset.name)}-${fileName(system.name)}-${identity.slice(0, 6)}`;
	let candidate = name;
	for (let again = 2; existsSync(join(resultsDirectory, candidate)); again++) candidate = `${name}-${again}`;
	return candidate;
}

/** An ISO 8601 time as folder names carry it, to the second: 20261121-224802. */
export function folderStamp(created: string): string {
	return created.slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
}
