import type { JudgedRanking, QueryId } from '../../contract.ts';
import { UNJUDGED } from '../../metrics/judged.ts';
import { linesOf, type TrecColumns, tabulate } from './columns.ts';
import { DocnoTable } from './docno.ts';
import { readQrelsColumns } from './qrels.ts';
import { lastTag, rankedLines, readRunColumns } from './run.ts';

/** A TREC run and its qrels, ready to be scored query by query. */
export interface JudgedRun {
	/** The tag on the last line of the run. */
	readonly tag: string;
	/** Queries that both files have. */
	readonly answered: number;
	/** Queries of the run that the qrels do not have. */
	readonly withoutQrels: number;
	/** Every query of the qrels, by id in the order of its bytes. */
	queries(): Iterable<JudgedRunQuery>;
}

interface JudgedRunQuery {
	readonly queryId: QueryId;
	/** Whether the run has any document for it. */
	readonly answered: boolean;
	readonly judged: JudgedRanking;
}

/**
 * Reads a run and qrels and brings them together without making a string of any docno: this is what lets `bench eval`
 * keep up with trec_eval.
 *
 * @throws BenchError with file:line for malformed lines and documents that stand twice for a query, in either file.
 */
export function judgeRun(runPath: string, qrelsPath: string): JudgedRun {
	const run = readRunColumns(runPath);
	const qrels = readQrelsColumns(qrelsPath);
	const queryIndices = new Map(run.queryIds.map((queryId, queryIndex) => [queryId, queryIndex]));
	const answered = qrels.queryIds.filter((queryId) => queryIndices.has(queryId)).length;
	return {
		tag: lastTag(run),
		answered,
		withoutQrels: run.queryIds.length - answered,
		*queries() {
			const tables = { run: new DocnoTable(run), qrels: new DocnoTable(qrels) };
			for (const query of inByteOrder(qrels.queryIds)) {
				const queryId = qrels.queryIds[query] as QueryId;
				const queryIndex = queryIndices.get(queryId);
				tabulate(qrels, query, tables.qrels);
				if (queryIndex !== undefined) tabulate(run, queryIndex, tables.run);
				yield {
					queryId,
					answered: queryIndex !== undefined,
					judged: {
						grades: queryIndex === undefined ? new Int8Array(0) : gradesByRank(run, queryIndex, qrels, tables.qrels),
						ideal: judgedGrades(qrels, query),
					},
				};
			}
		},
	};
}

/** `judgments` holds the qrels of the query. A negative grade is no judgment, as in trec_eval. */
function gradesByRank(run: TrecColumns, query: number, qrels: TrecColumns, judgments: DocnoTable): Int8Array {
	const ranked = rankedLines(run, query);
	const grades = new Int8Array(ranked.length);
	for (let rank = 0; rank < ranked.length; rank++) {
		const line = judgments.find(run, ranked[rank] as number);
		const grade = line === -1 ? UNJUDGED : (qrels.value[line] as number);
		grades[rank] = grade < 0 ? UNJUDGED : grade;
	}
	return grades;
}

function judgedGrades(qrels: TrecColumns, query: number): number[] {
	const grades: number[] = [];
	for (const line of linesOf(qrels, query)) {
		const grade = qrels.value[line] as number;
		if (grade >= 0) grades.push(grade);
	}
	return grades.sort((x, y) => y - x);
}

function inByteOrder(queryIds: readonly QueryId[]): number[] {
	const keys = queryIds.map((queryId) => Buffer.from(queryId));
	return queryIds
		.map((_, queryIndex) => queryIndex)
		.sort((x, y) => Buffer.compare(keys[x] as Buffer, keys[y] as Buffer));
}
