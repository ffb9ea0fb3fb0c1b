import type { DocId, Qrels, QueryId } from '../../contract.ts';
import { type ColumnFormat, docnoAt, linesOf, readColumns, requireDistinct, type TrecColumns } from './columns.ts';
import { readDouble } from './number.ts';

const QRELS_FORMAT: ColumnFormat = {
	fields: 'query iteration doc grade',
	count: 4,
	trailing: false,
	valueField: 3,
	value: 'grade',
	takes: 'an integer from -127 to 127',
	readValue(buffer, start, end) {
		const grade = readDouble(buffer, start, end);
		return Number.isInteger(grade) && Math.abs(grade) <= 127 ? grade : Number.NaN;
	},
};

/** TREC qrels by column; `value` is the grade, an integer from -127 to 127 (the range of trec_eval). */
export function readQrelsColumns(path: string): TrecColumns {
	return readColumns(path, QRELS_FORMAT);
}

/**
 * TREC qrels as a map, in file order. Negative grades mean "in the pool, but not judged" (trec_eval): they are left
 * out, so that the document is unjudged; a query of which nothing else is left keeps an empty map.
 *
 * @throws BenchError with file:line for malformed lines and for a document that is judged twice for a query.
 */
export function readTrecQrels(path: string): Qrels {
	const columns = readQrelsColumns(path);
	requireDistinct(columns);
	return new Map(
		columns.queryIds.map((queryId, query): [QueryId, ReadonlyMap<DocId, number>] => {
			const grades = new Map<DocId, number>();
			for (const line of linesOf(columns, query)) {
				const grade = columns.value[line] as number;
				if (grade >= 0) grades.set(docnoAt(columns, line), grade);
			}
			return [queryId, grades];
		}),
	);
}
