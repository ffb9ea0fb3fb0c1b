import type { DocId, Qrels, QueryId } from '../contract.ts';
import { type FileProblems, shown } from './problems.ts';
import type { QrelsRecord } from './read-qrels.ts';
import type { QueriesFile, QueryRecord } from './read-queries.ts';

/** The ids that the judgments are checked against, and the list that problems go to. */
export interface JudgmentSources {
	readonly queries: QueriesFile;
	/** Undefined: there is no qrels.jsonl. */
	readonly qrels: readonly QrelsRecord[] | undefined;
	/** Ids of all documents, sensitive ones included. */
	readonly docIds: ReadonlySet<DocId>;
	readonly inQueries: FileProblems;
	readonly inQrels: FileProblems;
}

/**
 * The qrels of a dataset, in the order of its queries. qrels.jsonl is the authority; where there is none, the
 * queries' own relevant_ids count, each with grade 1. Reports judgments of unknown queries or documents, queries whose
 * relevant_ids say something else than qrels.jsonl, and queries without a relevant document.
 */
export function mergeJudgments(sources: JudgmentSources): Qrels {
	const { queries, qrels, docIds, inQueries, inQrels } = sources;
	const judged = new Map<QueryId, QrelsRecord>(qrels?.map((record) => [record.queryId, record]));
	for (const { line, queryId, grades } of qrels ?? []) {
		if (!queries.ids.has(queryId))
			inQrels.error('unknown-query', line, `query ${shown(queryId)} is not in queries.jsonl`);
		checkDocs(grades?.keys() ?? [], docIds, (id) =>
			inQrels.error('unknown-document', line, `document ${id} is not in corpus.jsonl`),
		);
	}
	if (qrels === undefined) noteFallback(queries.records, inQrels);
	const merged = new Map<QueryId, ReadonlyMap<DocId, number>>();
	for (const record of queries.records) {
		const { line, query, relevantIds } = record;
		checkDocs(relevantIds ?? [], docIds, (id) =>
			inQueries.error('unknown-document', line, `relevant document ${id} is not in corpus.jsonl`),
		);
		const fromQrels = judged.get(query.id);
		if (fromQrels !== undefined && fromQrels.grades === undefined) continue;
		if (qrels !== undefined) reportDisagreement(record, fromQrels, inQueries);
		const grades = qrels === undefined ? new Map(relevantIds?.map((id) => [id, 1])) : fromQrels?.grades;
		if (![...(grades?.values() ?? [])].some((grade) => grade >= 1))
			inQueries.warning('no-relevant', line, `query ${shown(query.id)} has no relevant document: it can't be scored`);
		if (grades !== undefined && grades.size > 0) merged.set(query.id, grades);
	}
	return merged;
}

function checkDocs(ids: Iterable<DocId>, known: ReadonlySet<DocId>, report: (shownId: string) => void): void {
	for (const id of ids) if (!known.has(id)) report(shown(id));
}

function noteFallback(records: readonly QueryRecord[], inQrels: FileProblems): void {
	if (records.some(({ relevantIds }) => relevantIds !== undefined))
		inQrels.warning('fallback', 0, 'there is no such file: the relevant_ids of queries.jsonl are the judgments');
	else inQrels.error('missing-file', 0, 'there is no such file, and queries.jsonl has no relevant_ids either');
}

function reportDisagreement(record: QueryRecord, qrels: QrelsRecord | undefined, inQueries: FileProblems): void {
	const { line, query, relevantIds } = record;
	if (relevantIds === undefined) return;
	const relevant = new Set<DocId>();
	for (const [id, grade] of qrels?.grades ?? []) if (grade >= 1) relevant.add(id);
	const missing = relevantIds.filter((id) => !relevant.has(id)).length;
	const extra = relevant.size - (relevantIds.length - missing);
	if (missing === 0 && extra === 0) return;
	const where = qrels === undefined ? 'qrels.jsonl does not judge it' : `qrels.jsonl:${qrels.line}`;
	inQueries.error(
		'disagreement',
		line,
		`query ${shown(query.id)}: relevant_ids and qrels disagree (${missing} only here, ${extra} only in qrels; ${where}); qrels.jsonl is the authority, so correct or remove relevant_ids`,
	);
}
