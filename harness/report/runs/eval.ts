import type { Evaluation, TrecEvaluation } from '../../run/eval.ts';
import { countCell, metricCell } from '../cells.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Column, type Section, type View, viewTable } from '../view.ts';

/** A TREC run scored by our own rules: means, with `byQuery` each query's values, and what was counted how. */
export function evaluationView(evaluation: Evaluation, names: readonly string[], byQuery: boolean): View {
	const { scores, summary, unanswered, withoutQrels } = evaluation;
	const { overall } = summary;
	return {
		kind: 'evaluation',
		title: 'Scores of a TREC run',
		answer: [],
		warnings: [],
		sections: sections(
			names,
			{ queries: overall.n, values: (name) => overall.metrics[name] },
			byQuery
				? scores.map(
						({ queryId, relevant, metrics }): QueryRow => ({ queryId, relevant, values: (name) => metrics?.[name] }),
					)
				: undefined,
		),
		notes: evaluationNotes(evaluation),
		data: toJsonObject({
			rules: 'recall-bench',
			queries: { scored: overall.n, unanswered, unscored: overall.unscored, withoutQrels },
			metrics: new Map(Object.entries(overall.metrics)),
			byQuery: byQuery
				? scores.map(({ queryId, relevant, metrics }) => ({
						queryId,
						relevant,
						metrics: metrics === undefined ? null : new Map(Object.entries(metrics)),
					}))
				: undefined,
		}),
	};
}

/** The same by trec_eval's rules and names. */
export function trecEvaluationView(
	{ runId, queries, total }: TrecEvaluation,
	names: readonly string[],
	byQuery: boolean,
): View {
	const read =
		(values: Float64Array) =>
		(name: string): number | undefined =>
			values[names.indexOf(name)];
	const named = (values: Float64Array): ReadonlyMap<string, number> =>
		new Map(names.map((name, i) => [name, values[i] as number]));
	return {
		kind: 'evaluation',
		title: `Scores of ${runId}, by the rules of trec_eval`,
		answer: [],
		warnings: [],
		sections: sections(
			names,
			{ queries: queries.length, values: read(total.values) },
			byQuery
				? queries.map(({ queryId, relevant, values }): QueryRow => ({ queryId, relevant, values: read(values) }))
				: undefined,
		),
		notes: [],
		data: toJsonObject({
			rules: 'trec_eval',
			runId,
			queries: { scored: queries.length },
			metrics: named(total.values),
			byQuery: byQuery
				? queries.map(({ queryId, relevant, values }) => ({ queryId, relevant, metrics: named(values) }))
				: undefined,
		}),
	};
}

interface QueryRow {
	readonly queryId: string;
	readonly relevant: number;
	values(metric: string): number | undefined;
}

interface TotalRow {
	readonly queries: number;
	values(metric: string): number | undefined;
}

function sections(
	names: readonly string[],
	total: TotalRow,
	queries: readonly QueryRow[] | undefined,
): readonly Section[] {
	const metrics = names.map(
		(name): Column<Pick<QueryRow, 'values'>> => ({
			key: name,
			header: name,
			align: 'right',
			cell: (row) => metricCell(row.values(name)),
		}),
	);
	return [
		...(queries === undefined
			? []
			: [
					{
						name: 'queries',
						table: viewTable<QueryRow>(
							[
								{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
								{ key: 'relevant', header: 'relevant', align: 'right', cell: ({ relevant }) => countCell(relevant) },
								...metrics,
							],
							queries,
						),
					},
				]),
		{
			name: 'means',
			...(queries === undefined ? {} : { title: 'Means' }),
			table: viewTable<TotalRow>(
				[{ key: 'n', header: 'queries', align: 'right', cell: (row) => countCell(row.queries) }, ...metrics],
				[total],
			),
		},
	];
}

/** Notes that a reader of the means needs, one line each. */
function evaluationNotes({ summary: { overall }, unanswered, withoutQrels }: Evaluation): readonly string[] {
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
