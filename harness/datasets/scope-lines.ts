import type { Doc, Query } from '../contract.ts';

/** The side file of an export, for formats that have no field for it. */
export const SCOPES_FILE = 'scopes.jsonl';

/**
 * A line per document (`doc`, `scope`) and query (`query`, `scope`, `asked_at`, `filter`,
 * `outside_overall`) that has any of them; none
 * where nothing has.
 */
export function scopeLines(corpus: readonly Doc[], queries: readonly Query[]): readonly string[] {
	return [
		...corpus.flatMap(({ id, scopes }) => (scopes === undefined ? [] : [JSON.stringify({ doc: id, scope: scopes })])),
		...queries.flatMap(({ id, scope, askedAt, filter, outsideOverall }) =>
			scope === undefined && askedAt === undefined && filter === undefined && outsideOverall === undefined
				? []
				: [
						JSON.stringify({
							query: id,
							...(scope === undefined ? {} : { scope }),
							...(askedAt === undefined ? {} : { asked_at: askedAt.toISOString() }),
							...(filter === undefined ? {} : { filter }),
							...(outsideOverall === undefined ? {} : { outside_overall: true }),
						}),
					],
		),
	];
}
