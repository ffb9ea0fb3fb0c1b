import type { IndexContext, JsonObject } from '../../harness/contract.ts';
import type { Bindings, Session } from './database.ts';
import type { PgDenseOptions } from './dense-options.ts';
import { readsIndex } from './dense-sql.ts';
import { type Found, overlapFacts } from './overlap.ts';
import type { StoredVectors } from './vectors.ts';

/** Watches an approximate search: says aloud, once each, what makes its figures other than they seem. */
export interface SearchWatch {
	/** Whether the plan reads the index; asked of the planner at the first query of each depth. */
	plan(session: Session, statement: string, bindings: Bindings, depth: number): Promise<boolean>;
	record(queryId: string, found: Found): void;
	/** The search plan for the manifest, with the overlap with exact search. */
	facts(): JsonObject;
}

/** @returns undefined where the search is exact, and so has nothing to watch */
export function watchSearch(
	owner: string,
	options: PgDenseOptions,
	vectors: StoredVectors,
	context: IndexContext,
): SearchWatch | undefined {
	const { index, ef_search, iterative_scan, where } = options;
	if (index === 'none') return undefined;
	const plans = new Map<number, boolean>();
	const found = new Map<string, Found>();
	const said = new Set<string>();
	const sayOnce = (topic: string, text: string): void => {
		if (!said.has(topic)) context.note(`${owner}: ${text}`);
		said.add(topic);
	};
	return {
		async plan(session, statement, bindings, depth) {
			const known = plans.get(depth);
			if (known !== undefined) return known;
			const byIndex = await readsIndex(session, statement, bindings);
			plans.set(depth, byIndex);
			if (!byIndex)
				sayOnce(
					'plan',
					`at depth ${depth} the planner does not use the ${index} index, so this is exact search (require_index=true measures the index)`,
				);
			if (
				byIndex &&
				index === 'hnsw' &&
				iterative_scan === 'off' &&
				ef_search < Math.min(depth, vectors.searched.length)
			)
				sayOnce(
					'ef',
					`ef_search=${ef_search} is below the depth ${depth}, so fewer documents come back than were asked for`,
				);
			return byIndex;
		},
		record(queryId, one) {
			found.set(queryId, { ...one, vector: vectors.asStored(one.vector) });
			const most = Math.min(one.depth, vectors.searched.length);
			if (one.docs.length < most && where.length > 0)
				sayOnce(
					'filter',
					`${one.docs.length} of ${most} documents came back for a query: the index was left before enough rows passed the filter (iterative_scan=relaxed_order reads on)`,
				);
		},
		facts: () => overlapFacts(found.values(), vectors.matrix(), vectors.dimensions, vectors.searched),
	};
}
