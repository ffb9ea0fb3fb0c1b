import type { DocId, Json, JsonObject, QueryId } from '../contract.ts';
import { isGrade, isMisfit, readId } from './fields.ts';
import { readJsonLines } from './json-lines.ts';
import { type FileProblems, shown } from './problems.ts';

export interface QrelsRecord {
	readonly line: number;
	readonly queryId: QueryId;
	/** Undefined where the line judges the query but can't be read, so that one fault is reported once. */
	readonly grades: ReadonlyMap<DocId, number> | undefined;
}

/**
 * The judgments of a qrels.jsonl. A line has `grades` (id -> grade), or `relevant_ids` (each grade 1), or both, and
 * then they must agree: the relevant ids are those with a grade of at least 1.
 */
export async function readQrels(path: string, problems: FileProblems): Promise<QrelsRecord[]> {
	const records: QrelsRecord[] = [];
	const lineOf = new Map<QueryId, number>();
	for await (const { line, value } of readJsonLines(path, problems)) {
		const queryId = readId(value.query_id);
		if (isMisfit(queryId)) {
			const message = value.query_id === undefined ? 'has no query_id' : `query_id must be ${queryId.wanted}`;
			problems.error('field', line, message);
			continue;
		}
		const first = lineOf.get(queryId);
		if (first !== undefined) {
			problems.error('duplicate', line, `query ${shown(queryId)} is judged before, on line ${first}: keep one line`);
			continue;
		}
		lineOf.set(queryId, line);
		records.push({ line, queryId, grades: gradesOf(value, line, problems) });
	}
	return records;
}

function gradesOf(value: JsonObject, line: number, problems: FileProblems): ReadonlyMap<DocId, number> | undefined {
	const relevantIds = readRelevantIds(value.relevant_ids, line, problems);
	if (relevantIds === 'unreadable') return undefined;
	if (value.grades === undefined || value.grades === null) {
		if (relevantIds !== undefined) return new Map(relevantIds.map((id) => [id, 1]));
		problems.error('field', line, 'has neither relevant_ids nor grades');
		return undefined;
	}
	const grades = readGrades(value.grades, line, problems);
	if (grades === undefined || relevantIds === undefined) return grades;
	const relevant = new Set([...grades].filter(([, grade]) => grade >= 1).map(([id]) => id));
	if (relevant.size !== relevantIds.length || relevantIds.some((id) => !relevant.has(id)))
		problems.error('disagreement', line, 'relevant_ids and grades of this line disagree about what is relevant');
	return grades;
}

function readGrades(value: Json, line: number, problems: FileProblems): ReadonlyMap<DocId, number> | undefined {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		problems.error('field', line, 'grades must be an object such as {"263": 3, "9": 0}');
		return undefined;
	}
	const grades = new Map<DocId, number>();
	let valid = true;
	for (const [key, grade] of Object.entries(value as JsonObject)) {
		const id = readId(key);
		if (isMisfit(id)) {
			problems.error('field', line, `the id ${shown(key)} in grades must be ${id.wanted}`);
			valid = false;
		} else if (!isGrade(grade)) {
			problems.error('grade', line, `the grade of document ${shown(id)} must be an integer from 0 to 127`);
			valid = false;
		} else grades.set(id, grade);
	}
	return valid ? grades : undefined;
}

/** A list of ids, each once; a repeated one is a warning. Absent or null: undefined. */
export function readRelevantIds(
	value: Json | undefined,
	line: number,
	problems: FileProblems,
): readonly DocId[] | undefined | 'unreadable' {
	if (value === undefined || value === null) return undefined;
	const ids = Array.isArray(value) ? value.map((id: Json) => readId(id)) : undefined;
	if (ids === undefined || ids.some(isMisfit)) {
		problems.error('field', line, 'relevant_ids must be a list of ids, such as [263, 423]');
		return 'unreadable';
	}
	const distinct = [...new Set(ids as string[])];
	if (distinct.length < ids.length)
		problems.warning('duplicate', line, 'relevant_ids names a document more than once (counted once)');
	return distinct;
}
