import { createHash } from 'node:crypto';

/** sha-256 of a text or of bytes, in hex. */
export function sha256(content: string | Uint8Array): string {
	return createHash('sha256').update(content).digest('hex');
}

/** sha-256 of each of a folder's files, by name, as manifests record them. */
export function fileHashes(files: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, sha256(content)]));
}
