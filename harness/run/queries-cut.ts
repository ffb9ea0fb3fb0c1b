import type { RunRecord } from './run-record.ts';

/** Queries that were longer than a retriever takes: what is beyond its limit was not searched for. */
export interface QueriesCut {
	/** The leg that cut them; absent: the system itself. */
	readonly leg?: string;
	/** How many; at least 1. */
	readonly queries: number;
}

/**
 * How many queries the system and its legs cut; one that cut none is left out. Counted from the queries and the options
 * alone, so that it is the same for a run that was resumed.
 */
export function queriesCut({
	dataset: { queries },
	system: { plugin, options },
	legs,
}: Pick<RunRecord, 'dataset' | 'system' | 'legs'>): readonly QueriesCut[] {
	const counts: readonly QueriesCut[] = [
		{ queries: queries.filter((query) => plugin.cutsQuery?.(query, options)).length },
		...legs.map(({ leg }) => ({ leg: leg.name, queries: queries.filter((query) => leg.cutsQuery?.(query)).length })),
	];
	return counts.filter((count) => count.queries > 0);
}

/** Who cut how many of the `all` queries, in words; undefined where none was cut. */
export function queriesCutText(cuts: readonly QueriesCut[] | undefined, all: number): string | undefined {
	if (cuts === undefined || cuts.length === 0) return undefined;
	const counts = cuts.map(({ leg, queries }) => `${queries} of ${all}${leg === undefined ? '' : ` (leg ${leg})`}`);
	return `queries longer than it takes: ${counts.join(', ')}; what is beyond the limit was not searched for`;
}
