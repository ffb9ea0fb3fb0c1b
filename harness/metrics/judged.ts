import type { DocId, IndexedRanking, JudgedRanking } from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { CorpusOrder } from '../ranking.ts';

/** The judgments of one query by docIndex: the lookup by id happens once, here. */
export interface JudgedQuery {
	/** Grades (0..127) of the judged documents that are in the corpus. */
	readonly gradeOf: ReadonlyMap<number, number>;
	/** Every judged grade, descending, whether the document is in the corpus or not. */
	readonly ideal: readonly number[];
}

/** Marks a document without judgment among grades. */
export const UNJUDGED = -1;

/** The highest grade that a judged ranking can hold. */
const HIGHEST_GRADE = 127;

/**
 * The judgments of a query. A negative grade is no judgment, as in trec_eval ("in the pool, but not judged"): the
 * document counts as unjudged and is left out of the ideal. A grade that is not an integer or above 127 is an error.
 */
export function judgedQuery(
	grades: ReadonlyMap<DocId, number> | undefined,
	order: CorpusOrder,
	queryId: string,
): JudgedQuery {
	const gradeOf = new Map<number, number>();
	const ideal: number[] = [];
	for (const [docId, grade] of grades ?? []) {
		if (!Number.isInteger(grade) || grade > HIGHEST_GRADE)
			throw new BenchError('data', `document ${docId} of query ${queryId} has the grade ${grade}`, {
				hint: `Grades are integers from 0 to ${HIGHEST_GRADE}.`,
			});
		if (grade < 0) continue;
		ideal.push(grade);
		const docIndex = order.get(docId);
		if (docIndex !== undefined) gradeOf.set(docIndex, grade);
	}
	ideal.sort((x, y) => y - x);
	return { gradeOf, ideal };
}

/** The grade of each document (by docIndex), -1 where unjudged. Given the `docs` of a pool: the grades by candidate. */
export function gradesOf(query: JudgedQuery, docs: Int32Array): Int8Array {
	const grades = new Int8Array(docs.length);
	for (let i = 0; i < docs.length; i++) grades[i] = query.gradeOf.get(docs[i] as number) ?? UNJUDGED;
	return grades;
}

/** A ranking as metrics see it. */
export function judgeRanking(query: JudgedQuery, ranking: IndexedRanking): JudgedRanking {
	return { grades: gradesOf(query, ranking.docs), ideal: query.ideal };
}

/**
 * A judged ranking that is filled again and again, for sweeps: nothing is allocated after the first. What `fill`
 * returns is valid until the next `fill`.
 */
export interface RefilledRanking {
	/**
	 * The ranking of these candidates, best first, cut to the depth of the buffer. `grades` are the grades by
	 * candidate, as {@link gradesOf} gives them for the pool's docs.
	 */
	fill(grades: Int8Array, ranked: Int32Array): JudgedRanking;
}

/** `depth`: how many ranks are looked at; metrics with a cutoff beyond it (or none) see only these. */
export function refilledRanking(ideal: readonly number[], depth: number): RefilledRanking {
	const buffer = new Int8Array(depth);
	// One ready view per length: a ranking shorter than the depth must look as short as it is.
	const byLength = Array.from({ length: depth + 1 }, (_, length) => ({ grades: buffer.subarray(0, length), ideal }));
	return {
		fill(grades, ranked) {
			const length = Math.min(depth, ranked.length);
			for (let rank = 0; rank < length; rank++) buffer[rank] = grades[ranked[rank] as number] as number;
			return byLength[length] as JudgedRanking;
		},
	};
}
