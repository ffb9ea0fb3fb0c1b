import type { JsonObject } from '../contract.ts';

interface WithFacts {
	readonly facts: JsonObject;
}

/**
 * Whether the system or one of its legs says of itself that it searches approximately (`approximate` in its facts). Such
 * an index may come out otherwise when it is built again, so a run of it need not repeat to the byte.
 */
export function searchesApproximately(system: WithFacts & { readonly legs?: readonly WithFacts[] }): boolean {
	return [system, ...(system.legs ?? [])].some(({ facts }) => facts.approximate !== undefined);
}
