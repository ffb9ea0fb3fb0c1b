import type { Json } from '../../contract.ts';
import { identityHash } from '../../files/json.ts';
import { fileName } from './file-name.ts';
import type { Manifest } from './run-folder.ts';

/**
 * The name of a new run folder: when, what, and the first digits of what identifies it (dataset, strata, system, metrics,
 * depth, seed), so that repeats of one run are seen to be repeats. Names sort by time.
 */
export function runName(manifest: Omit<Manifest, 'files'>): string {
	const stamp = folderStamp(manifest.created);
	const { dataset, system, metrics, depth, seed, selected_strata: strata } = manifest;
	const identity = identityHash({
		fingerprint: dataset.fingerprint,
		system,
		metrics,
		depth,
		seed,
		...(strata === undefined ? {} : { strata: [...strata].sort() }),
	} as unknown as Json);
	return `${stamp}-${fileName(dataset.name)}-${fileName(system.name)}-${identity.slice(0, 6)}`;
}

/** An ISO 8601 time as folder names carry it, to the second: 20261121-224802. */
export function folderStamp(created: string): string {
	return created.slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
}
