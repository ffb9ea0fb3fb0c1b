import type { Evaluation } from '../run/eval.ts';
import { formatMetric } from './numbers.ts';
import { type Column, renderTable } from './table.ts';

/** Means by metric, and with `byQuery` a row per query before them. */
export function renderEvaluation(
	{ scores, summary: { overall } }: Evaluation,
	metricNames: readonly string[],
	byQuery: boolean,
): string {
	const numbers: Column[] = metricNames.map((header) => ({ header, align: 'right' }));
	const columns: Column[] = [{ header: 'query' }, { header: 'relevant', align: 'right' }, ...numbers];
	const rows = byQuery
		? scores.map(({ queryId, relevant, metrics }) => [
				queryId,
				String(relevant),
				...metricNames.map((name) => formatMetric(metrics?.[name])),
			])
		: [];
	const means = metricNames.map((name) => formatMetric(overall.metrics[name]));
	if (byQuery) return renderTable(columns, [...rows, 'rule', [`mean of ${overall.n}`, '', ...means]]);
	return renderTable([{ header: 'queries', align: 'right' }, ...numbers], [[String(overall.n), ...means]]);
}

/** What a reader of the means must know, one line each. */
export function evaluationNotes({ summary: { overall }, unanswered, withoutQrels }: Evaluation): string[] {
	const notes: string[] = [];
	if (unanswered > 0) notes.push(`${queries(unanswered)} not answered by the run: scored 0 and counted.`);
	if (overall.unscored > 0)
		notes.push(`${queries(overall.unscored)} without relevant documents: left out of every mean.`);
	for (const [name, n] of Object.entries(overall.fewer ?? {}))
		notes.push(`${name} is over ${queries(n)}: the others have no document of that grade.`);
	if (withoutQrels > 0) notes.push(`${queries(withoutQrels)} of the run not in the qrels: passed over.`);
	return notes;
}

function queries(count: number): string {
	return `${count} ${count === 1 ? 'query' : 'queries'}`;
}
