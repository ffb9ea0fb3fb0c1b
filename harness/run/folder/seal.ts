import type { Json } from '../../contract.ts';
import { identityHash } from '../../files/json.ts';

/** The key under which a sealed object carries the hash of all its other keys. */
const SEAL = 'content_sha256';

/**
 * An object with a hash of its own content, so that a change by accident is seen when it is read. It guards the files
 * that no other file holds the hash of; whoever wants to forge one can.
 */
export function sealed<T extends object>(value: T): T & { readonly content_sha256: string } {
	return { ...value, [SEAL]: sealOf(value) } as T & { readonly content_sha256: string };
}

/** Whether a sealed object is as it was written; one without a seal, of an earlier version, is taken as it is. */
export function isWhole(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || !(SEAL in value)) return true;
	const { [SEAL]: seal, ...rest } = value as Readonly<Record<string, unknown>>;
	return seal === sealOf(rest);
}

function sealOf(value: object): string {
	// As it will be read: keys whose value is undefined are not written.
	return identityHash(JSON.parse(JSON.stringify(value)) as Json);
}
