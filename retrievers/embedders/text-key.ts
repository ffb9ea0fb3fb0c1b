import { createHash } from 'node:crypto';
import type { EmbedRole } from '../../harness/contract.ts';

/**
 * The key of a text in the cache and in packs: sha-256 of its role and its content, so that no text is stored.
 * Prefixes and truncation are not in it, for they belong to the embedder's id.
 */
export function textKey(text: string, role: EmbedRole): Buffer {
	return createHash('sha256').update(role).update('\0').update(text).digest();
}
