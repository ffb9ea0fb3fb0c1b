import type { JsonObject } from '../contract.ts';

interface WithFacts {
	readonly facts: JsonObject;
}

/**
 * How many queries a fallback answered in place of the retriever, by what it or its legs say of themselves
 * (`fallback_queries`); 0 where none did. Figures with such queries are not those of the system that they are named after.
 */
export function fallbackQueries(system: WithFacts & { readonly legs?: readonly WithFacts[] }): number {
	const counts = [system, ...(system.legs ?? [])].map(({ facts }) => facts.fallback_queries);
	return Math.max(0, ...counts.filter((count) => typeof count === 'number'));
}
