import type { Doc, DocId, JsonObject, Query, QueryId } from '../contract.ts';

/** A document as a line of corpus.jsonl has it; reading it gives the same document again. */
export function docToLine(doc: Doc): JsonObject {
	return { id: doc.id, content: doc.content, ...docFields(doc) };
}

/** The fields of a document besides its id and content, defaults left out, which other formats carry as extra fields. */
export function docFields(doc: Doc): JsonObject {
	return {
		...doc.metadata,
		...(doc.category === undefined ? {} : { category: doc.category }),
		...(doc.tags.length === 0 ? {} : { tags: doc.tags }),
		...(doc.expandedKeywords.length === 0 ? {} : { expanded_keywords: doc.expandedKeywords }),
		...(doc.importance === 0.5 ? {} : { importance: doc.importance }),
		...(doc.createdAt === undefined ? {} : { created_at: doc.createdAt.toISOString() }),
		...(doc.sensitive ? { is_sensitive: 1 } : {}),
		...(doc.scopes === undefined ? {} : { scope: doc.scopes.length === 1 ? (doc.scopes[0] as string) : doc.scopes }),
	};
}

/** A query as a line of queries.jsonl has it. Keys of `provenance` begin with `_`. */
export function queryToLine(query: Query, provenance: JsonObject = {}): JsonObject {
	const { scope, askedAt, filter, outsideOverall } = query;
	return {
		query_id: query.id,
		text: query.text,
		stratum: query.stratum,
		...(scope === undefined ? {} : { scope }),
		...(askedAt === undefined ? {} : { asked_at: askedAt.toISOString() }),
		...(filter === undefined ? {} : { filter }),
		...(outsideOverall === undefined ? {} : { outside_overall: true }),
		...provenance,
	};
}

/** The judgments of a query as a line of qrels.jsonl has them: grades, or ids alone where every grade is 1. */
export function gradesToLine(queryId: QueryId, grades: ReadonlyMap<DocId, number>): JsonObject {
	return [...grades.values()].every((grade) => grade === 1)
		? { query_id: queryId, relevant_ids: [...grades.keys()] }
		: { query_id: queryId, grades: Object.fromEntries(grades) };
}
