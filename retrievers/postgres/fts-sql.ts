import type { Query } from '../../harness/contract.ts';
import { type Bindings, storable } from './database.ts';
import type { FtsOptions } from './fts-options.ts';

/** Weights of rank and importance in the score. */
const MIXES = {
	relevance: { rank: 0.7, importance: 0.3 },
	importance: { rank: 0.4, importance: 0.6 },
} as const;

/** Longer queries hold no more words that matter, and Postgres limits the size of a tsquery. */
const LONGEST_QUERY = 100_000;

/** Whether a query is longer than {@link ftsSql} takes. */
export function ftsCuts({ text }: Pick<Query, 'text'>): boolean {
	return text.slice(LONGEST_QUERY).trim() !== '';
}

/**
 * The search as common table expressions, of which the last, `fts_leg`, has doc_index and score.
 *
 * Rows that hold every word keep the production score, which is never negative. Rows that `or_broaden` adds come after
 * them: their score s stands as -1 / (1 + s), which keeps their order and is below 0. With `merge_sort=importance` a
 * query that was broadened is sorted again by importance, former order among equals (the score then is importance less
 * a billionth of the former rank).
 */
export function ftsSql(schema: string, options: FtsOptions, bindings: Bindings, query: string, depth: number): string {
	const config = `'${options.config}'::regconfig`;
	const text = bindings.bind(storable(query.slice(0, LONGEST_QUERY)), 'text');
	const limit = bindings.bind(depth, 'int');
	const all = `${options.parser === 'plainto' ? 'plainto_tsquery' : 'websearch_to_tsquery'}(${config}, ${text})`;
	// The words of a query are joined by &; what stands inside a word or a phrase is left as it is.
	const any = `replace(plainto_tsquery(${config}, ${text})::text, ' & ', ' | ')::tsquery`;
	const weights = bindings.bind(`{${options.rank_weights.map(Number).join(',')}}`, 'float4[]');
	const rank = (words: string): string =>
		`${options.rank}(${weights}, search_vector, ${words}, ${options.normalization})::float8`;
	const search = (words: string, condition: string): string =>
		`SELECT doc_index, importance, ${scoreSql(options, rank(words))} AS score FROM ${schema}.doc
		 WHERE search_vector @@ ${words}${condition} ORDER BY score DESC, doc_index LIMIT ${limit}`;
	const broaden = options.or_broaden
		? ` AND (SELECT count(*) FROM fts_all) < ${limit} AND NOT search_vector @@ ${all} AND ${rank(any)} > ${bindings.bind(options.or_broaden_min_rank, 'float8')}`
		: ' AND false';
	return `fts_all AS MATERIALIZED (${search(all, '')}),
	fts_any AS MATERIALIZED (${search(any, broaden)}),
	fts_merged AS (
		SELECT doc_index, importance, score FROM fts_all
		UNION ALL SELECT doc_index, importance, -1::float8 / (1 + score) FROM fts_any
		ORDER BY score DESC, doc_index LIMIT ${limit}),
	fts_leg AS (${options.merge_sort === 'tiers' ? 'SELECT doc_index, score FROM fts_merged' : BY_IMPORTANCE})`;
}

const BY_IMPORTANCE = `
	SELECT doc_index, CASE WHEN EXISTS (SELECT FROM fts_any)
		THEN importance - 1e-9::float8 * row_number() OVER (ORDER BY score DESC, doc_index) ELSE score END AS score
	FROM fts_merged`;

/** `recency` is the date as a share of the year 2286 (10^10 seconds), 0 without one: newest first, whatever "now" is. */
function scoreSql({ sort }: FtsOptions, rank: string): string {
	if (sort === 'recency') return `greatest(coalesce(extract(epoch FROM created_at)::float8 / 1e10, 0), 0)`;
	const mix = MIXES[sort];
	return `${mix.rank}::float8 * ${rank} + ${mix.importance}::float8 * importance`;
}
