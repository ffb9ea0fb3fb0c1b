import type { Json, JsonObject } from '../contract.ts';

/**
 * A result as JSON: the one serialiser of everything that commands print. Keys of objects become snake_case; keys of
 * Maps stay as they are, for they are names that somebody gave (metrics, strata, systems). `undefined` members are left
 * out, numbers that JSON does not have become null, dates become ISO text, typed arrays become lists.
 */
export function toJson(value: unknown): Json {
	if (value === null || value === undefined) return null;
	if (typeof value === 'number') return Number.isFinite(value) ? value : null;
	if (typeof value === 'string' || typeof value === 'boolean') return value;
	if (typeof value === 'bigint') return value.toString();
	if (value instanceof Date) return value.toISOString();
	if (Array.isArray(value) || value instanceof Set) return [...value].map(toJson);
	if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, toJson);
	if (value instanceof Map) return objectOf([...value].map(([key, inner]) => [String(key), inner]));
	if (typeof value === 'object') return objectOf(Object.entries(value).map(([key, inner]) => [snakeCase(key), inner]));
	throw new TypeError(`a ${typeof value} has no form in JSON`);
}

/** {@link toJson} of an object. */
export function toJsonObject(value: object): JsonObject {
	return toJson(value) as JsonObject;
}

/** `baselineMean` -> `baseline_mean`; names that are not camelCase (`recall@10`, `p50`) stay as they are. */
export function snakeCase(name: string): string {
	if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
	return name
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
		.toLowerCase();
}

function objectOf(entries: readonly (readonly [string, unknown])[]): Json {
	const members = entries.filter(([, value]) => value !== undefined && typeof value !== 'function');
	// fromEntries defines own members, so that a stratum called __proto__ is a stratum.
	return Object.fromEntries(members.map(([key, value]) => [key, toJson(value)]));
}
