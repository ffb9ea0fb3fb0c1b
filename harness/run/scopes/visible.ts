import type { Dataset, Doc, Query } from '../../contract.ts';

/** The documents of a store that a query searches. */
export interface Visible {
	/** Queries of one key see the same documents. */
	readonly key: string;
	/** Undefined: all of the corpus. */
	readonly docs: readonly Doc[] | undefined;
}

/**
 * Tells which documents a query may see: those of its scope and of every scope (`scopes` other than `shared`), and with
 * `as_of` none that is newer than the query. Answers are remembered for the latest key alone: there can be many scopes.
 */
export function visibility({ corpus, scopes }: Dataset): (query: Query) => Visible {
	if (scopes === undefined || (scopes.mode === 'shared' && !scopes.as_of)) return () => ALL;
	let last: Visible = ALL;
	let byScope: { readonly scope: string; readonly docs: readonly Doc[] } | undefined;
	return ({ scope, askedAt }) => {
		const within = scopes.mode === 'shared' ? undefined : scope;
		const until = scopes.as_of ? askedAt?.getTime() : undefined;
		if (within === undefined && until === undefined) return ALL;
		const key = JSON.stringify([within ?? null, until ?? null]);
		if (key === last.key) return last;
		let docs = corpus;
		if (within !== undefined) {
			if (byScope?.scope !== within)
				byScope = { scope: within, docs: corpus.filter((doc) => doc.scopes?.includes(within) ?? true) };
			docs = byScope.docs;
		}
		last = {
			key,
			docs: until === undefined ? docs : docs.filter(({ createdAt }) => (createdAt?.getTime() ?? until) <= until),
		};
		return last;
	};
}

const ALL: Visible = { key: '', docs: undefined };

/** QueryIndices with queries of one store beside each other, so that each store is opened once. */
export function inStoreOrder({ queries, scopes }: Dataset): readonly number[] {
	const indices = [...queries.keys()];
	if (scopes?.mode !== 'separate') return indices;
	const firstOf = new Map<string, number>();
	queries.forEach(({ scope = '' }, i) => {
		if (!firstOf.has(scope)) firstOf.set(scope, i);
	});
	const at = (i: number): number => firstOf.get(queries[i]?.scope ?? '') as number;
	const asked = (i: number): number => (scopes.as_of ? (queries[i]?.askedAt?.getTime() ?? 0) : 0);
	return indices.sort((one, other) => at(one) - at(other) || asked(one) - asked(other) || one - other);
}
