import type { DocId, JsonObject, QueryId } from '../../contract.ts';
import { isGrade, isId } from '../fields.ts';
import { docToLine, gradesToLine, queryToLine } from '../lines.ts';
import { shown } from '../problems.ts';
import type { ImportSink, Rejected, SourceLocation } from './format.ts';

export interface ImportCounts {
	readonly docs: number;
	readonly queries: number;
	readonly judgments: number;
	/** Queries without a relevant document: they can't be scored. */
	readonly queriesWithoutRelevant: number;
}

export interface CheckedSink extends ImportSink {
	readonly rejected: readonly Rejected[];
	readonly counted: ReadonlyMap<string, number>;
	/** After everything was handed over: matches judgments with documents and queries, and writes them. */
	finish(writeJudgments: (line: string) => void): ImportCounts;
}

/**
 * A sink that checks everything it is given and writes documents and queries as they come; only ids and judgments stay
 * in memory.
 */
export function checkedSink(
	writeDoc: (line: string) => void,
	writeQuery: (line: string) => void,
	mostUnpacked = 0,
): CheckedSink {
	const docs = new Map<DocId, SourceLocation>();
	const queries = new Map<QueryId, SourceLocation>();
	const judgments = new Map<QueryId, Map<DocId, { readonly grade: number; readonly location: SourceLocation }>>();
	const rejected: Rejected[] = [];
	const counted = new Map<string, number>();
	const reject = (location: SourceLocation, reason: string): void => void rejected.push({ ...location, reason });
	const count = (what: string, times = 1): void => void counted.set(what, (counted.get(what) ?? 0) + times);
	const admit = (kind: string, id: string, location: SourceLocation, taken: Map<string, SourceLocation>): boolean => {
		const earlier = taken.get(id);
		if (!isId(id))
			reject(location, `${kind} id ${shown(id)} is empty, begins with #, or holds white space or control characters`);
		else if (earlier !== undefined) reject(location, `${kind} ${shown(id)} stands before, at ${locationText(earlier)}`);
		else {
			taken.set(id, location);
			return true;
		}
		return false;
	};
	return {
		mostUnpacked,
		rejected,
		counted,
		reject,
		count,
		doc(doc, location) {
			if (!admit('document', doc.id, location, docs)) return false;
			if (doc.content.trim() === '') count('documents without text (kept)');
			writeDoc(JSON.stringify(docToLine(doc)));
			return true;
		},
		query(query, provenance, location) {
			if (query.text.trim() === '') {
				reject(location, `query ${shown(query.id)} has no text`);
				return false;
			}
			if (!admit('query', query.id, location, queries)) return false;
			writeQuery(JSON.stringify(queryToLine(query, asProvenance(provenance))));
			return true;
		},
		judge(queryId, docId, grade, location) {
			if (!Number.isInteger(grade) || grade > 127) {
				reject(location, `the grade of document ${shown(docId)} is not an integer up to 127`);
				return;
			}
			if (grade < 0) count('judgments with a grade below 0 (kept as 0)');
			const kept = Math.max(0, grade);
			const ofQuery = judgments.get(queryId) ?? new Map<DocId, { grade: number; location: SourceLocation }>();
			judgments.set(queryId, ofQuery);
			const earlier = ofQuery.get(docId);
			if (earlier === undefined) ofQuery.set(docId, { grade: isGrade(kept) ? kept : 0, location });
			else
				reject(
					location,
					`document ${shown(docId)} is judged before for query ${shown(queryId)}, at ${locationText(earlier.location)}${
						earlier.grade === kept ? '' : ', with another grade'
					}`,
				);
		},
		finish(writeJudgments) {
			let kept = 0;
			let scorable = 0;
			for (const [queryId, ofQuery] of judgments) {
				const grades = new Map<DocId, number>();
				for (const [docId, { grade, location }] of ofQuery) {
					if (!queries.has(queryId)) reject(location, `judges query ${shown(queryId)}, which is not among the queries`);
					else if (!docs.has(docId))
						reject(location, `judges document ${shown(docId)}, which is not among the documents`);
					else grades.set(docId, grade);
				}
				if (grades.size > 0) writeJudgments(JSON.stringify(gradesToLine(queryId, grades)));
				kept += grades.size;
				if ([...grades.values()].some((grade) => grade >= 1)) scorable++;
			}
			return {
				docs: docs.size,
				queries: queries.size,
				judgments: kept,
				queriesWithoutRelevant: queries.size - scorable,
			};
		},
	};
}

export function locationText({ file, line }: SourceLocation): string {
	return line > 0 ? `${file}:${line}` : file;
}

function asProvenance(fields: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(fields).map(([key, value]) => [key.startsWith('_') ? key : `_${key}`, value]),
	);
}
