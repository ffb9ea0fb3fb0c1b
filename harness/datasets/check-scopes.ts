import type { Doc, Qrels } from '../contract.ts';
import { type FileProblems, shown } from './problems.ts';
import type { QrelsRecord } from './read-qrels.ts';
import type { QueryRecord } from './read-queries.ts';

export interface ScopeSources {
	readonly docs: readonly Doc[];
	readonly queries: readonly QueryRecord[];
	/** Undefined: there is no qrels.jsonl. */
	readonly qrels: readonly QrelsRecord[] | undefined;
	readonly merged: Qrels;
	readonly inQueries: FileProblems;
	readonly inQrels: FileProblems;
}

/**
 * Reports relevant documents that lie outside their query's scope, which no system could find there, and scopes that hold
 * no document at all.
 */
export function checkScopes({ docs, queries, qrels, merged, inQueries, inQrels }: ScopeSources): void {
	if (queries.every(({ query }) => query.scope === undefined)) return;
	const scopesOf = new Map(docs.map(({ id, scopes }) => [id, scopes]));
	const everywhere = docs.some(({ scopes }) => scopes === undefined);
	const known = new Set(docs.flatMap(({ scopes = [] }) => scopes));
	const lineOf = new Map(qrels?.map(({ queryId, line }) => [queryId, line]));
	for (const { line, query } of queries) {
		const { scope } = query;
		if (scope === undefined) continue;
		if (!everywhere && !known.has(scope)) {
			inQueries.error('scope', line, `query ${shown(query.id)}: no document is in its scope ${shown(scope)}`);
			continue;
		}
		const qrelsLine = lineOf.get(query.id);
		for (const [docId, grade] of merged.get(query.id) ?? []) {
			const scopes = scopesOf.get(docId);
			if (grade < 1 || scopes === undefined || scopes.includes(scope)) continue;
			const message = `relevant document ${shown(docId)} is outside the scope ${shown(scope)} of query ${shown(query.id)}`;
			if (qrelsLine === undefined) inQueries.error('scope', line, message);
			else inQrels.error('scope', qrelsLine, message);
		}
	}
}
