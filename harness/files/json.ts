import { createHash } from 'node:crypto';
import type { Json } from '../contract.ts';

/**
 * JSON with keys sorted at every level: equal values give equal bytes. What identities, fingerprints and every
 * deterministic file of a run folder are written with.
 */
export function canonicalJson(value: Json, indent?: number): string {
	return JSON.stringify(sorted(value), null, indent);
}

/** sha-256 (hex) of the canonical JSON of a value. */
export function identityHash(value: Json): string {
	return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function sorted(value: Json): Json {
	if (Array.isArray(value)) return value.map(sorted);
	if (value === null || typeof value !== 'object') return value;
	const entries = Object.entries(value as Record<string, Json>);
	entries.sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
