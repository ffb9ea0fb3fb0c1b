import type { Bindings } from './database.ts';

export type HybridLeg = 'dense' | 'fts' | 'graph';

/** RRF constant of the seeds of a graph, whatever the fusion's own: as `graph` fuses its seeds. */
const SEED_K = 60;

const ranked = (leg: HybridLeg): string =>
	`${leg}_ranked AS (SELECT doc_index, row_number() OVER (ORDER BY score DESC, doc_index) AS rank FROM ${leg}_leg)`;

const joined = (legs: readonly HybridLeg[]): string =>
	legs
		.map((leg) => `${leg}_ranked`)
		.join(' FULL OUTER JOIN ')
		.replace(/( FULL OUTER JOIN \S+)/g, '$1 USING (doc_index)');

/** `graph_seeds` out of the legs before it, fused by RRF with unit weights; the best has weight 1. */
export function legSeedsSql(legs: readonly HybridLeg[]): string {
	const score = legs.map((leg) => `coalesce(1::float8 / (${SEED_K} + ${leg}_ranked.rank), 0)`).join(' + ');
	return `graph_found AS MATERIALIZED (SELECT doc_index, ${score} AS score FROM ${joined(legs)}),
	graph_seeds AS MATERIALIZED (
		SELECT doc_index, score / (SELECT max(score) FROM graph_found) AS weight FROM graph_found)`;
}

export interface FusionParts {
	/** Each leg's own expressions, which end with `<leg>_leg`; in alphabetical order, in which they are added up. */
	readonly legs: readonly { readonly name: HybridLeg; readonly sql: string; readonly weight: number }[];
	readonly k: number;
	/** The table that importance stands in, where the prior is wanted. */
	readonly prior: { readonly table: string; readonly base: number; readonly slope: number } | undefined;
	readonly depth: number;
}

/**
 * The legs and their fusion as one list of common table expressions, of which the last is `fused`: the sum of
 * weight / (k + rank) over the legs, times the prior. The sums are the same float8 operations in the same order as in
 * process, so that rankings are equal to the bit.
 */
export function fusionSql({ legs, k, prior, depth }: FusionParts, bindings: Bindings): string {
	const constant = bindings.bind(k, 'float8');
	const parts = legs.map(
		({ name, weight }) =>
			`coalesce(${bindings.bind(weight, 'float8')} * (1::float8 / (${constant} + ${name}_ranked.rank)), 0)`,
	);
	const found = `SELECT doc_index, ${parts.join(' + ')} AS score FROM ${joined(legs.map(({ name }) => name))}`;
	const weighed =
		prior === undefined
			? found
			: `SELECT doc_index, found.score * (${prior.base}::float8 + ${prior.slope}::float8 * d.importance) AS score
				FROM (${found}) AS found JOIN ${prior.table} d USING (doc_index)`;
	// A graph's seeds are ranked rows of the legs before it, so each leg is ranked as soon as it is there.
	return `${legs.map(({ sql }) => sql).join(',\n')},
	fused AS MATERIALIZED (SELECT doc_index, score FROM (${weighed}) AS weighed
		ORDER BY score DESC, doc_index LIMIT ${bindings.bind(depth, 'int')})`;
}

/** A leg's expressions with its ranks behind them. */
export function withRanks(leg: HybridLeg, sql: string): string {
	return `${sql},\n${ranked(leg)}`;
}
