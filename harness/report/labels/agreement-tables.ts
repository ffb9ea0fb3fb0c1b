import type { GradeAgreement } from '../../labels/agreement/judge-agreement.ts';
import type { Kappa } from '../../labels/agreement/kappa.ts';
import type { QueryInterval } from '../../labels/agreement/kappa-jackknife.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import { countCell, metricCell } from '../cells.ts';
import { percentOf } from '../compare/compare-words.ts';
import { formatMetric } from '../numbers.ts';
import { type Cell, type Column, type Section, viewTable } from '../view.ts';
import type { Agreement } from './agreement.ts';

interface KappaRow {
	readonly name: string;
	readonly kappa: Kappa | undefined;
	readonly overQueries: QueryInterval | undefined;
}

/** Cohen's kappa under each weighting, with both intervals. */
export function kappaSection({ agreement, confidence }: Agreement): Section {
	const columns: readonly Column<KappaRow>[] = [
		{ key: 'kappa_of', header: "Cohen's kappa", identifies: true, cell: ({ name }) => name },
		{ key: 'kappa', header: 'kappa', align: 'right', cell: ({ kappa }) => metricCell(kappa?.kappa) },
		{
			key: 'standard_error',
			header: 'standard error',
			align: 'right',
			dropOrder: 1,
			cell: ({ kappa }) => metricCell(kappa?.standardError),
		},
		{
			key: 'interval',
			header: `${percentOf(confidence)} interval, asymptotic`,
			align: 'right',
			cell: ({ kappa }) => boundsCell(kappa?.interval),
		},
		{
			key: 'interval_over_queries',
			header: agreement.clusters === undefined ? 'over queries' : 'over clusters',
			align: 'right',
			cell: ({ overQueries }) => boundsCell(overQueries?.interval),
		},
	];
	return {
		name: 'kappa',
		table: viewTable(columns, [
			...agreement.weighted.map(({ weights, ...found }) => ({ name: weights, ...found })),
			{ name: 'relevant or not', kappa: agreement.relevance, overQueries: undefined },
		]),
	};
}

/** Each grade against all others. */
export function gradesSection({ first, second, agreement }: Agreement): Section {
	const columns: readonly Column<GradeAgreement>[] = [
		{ key: 'grade', header: 'grade', identifies: true, cell: ({ grade }) => ({ text: String(grade), value: grade }) },
		{ key: 'first', header: first, align: 'right', cell: (grade) => countCell(grade.first) },
		{ key: 'second', header: second, align: 'right', cell: (grade) => countCell(grade.second) },
		{ key: 'both', header: 'both', align: 'right', cell: ({ both }) => countCell(both) },
		{
			key: 'specific_agreement',
			header: 'specific agreement',
			align: 'right',
			cell: ({ specific }) => metricCell(specific),
		},
		{ key: 'kappa', header: 'kappa', align: 'right', cell: ({ kappa }) => metricCell(kappa?.kappa) },
		{ key: 'interval', header: 'interval', align: 'right', cell: ({ kappa }) => boundsCell(kappa?.interval) },
	];
	return { name: 'grades', table: viewTable(columns, agreement.byGrade) };
}

/** How often each pair of grades was given: rows are the first judge's. */
export function confusionSection({ first, second, agreement }: Agreement): Section {
	const { grades, counts } = agreement.confusion;
	const columns: readonly Column<number>[] = [
		{
			key: 'first_grade',
			header: `${first} \\ ${second}`,
			identifies: true,
			cell: (i) => ({ text: String(grades[i]), value: grades[i] as number }),
		},
		...grades.map(
			(grade, j): Column<number> => ({
				key: `grade_${grade}`,
				header: String(grade),
				align: 'right',
				cell: (i) => countCell(counts[i]?.[j]),
			}),
		),
	];
	return {
		name: 'confusion',
		table: viewTable(
			columns,
			grades.map((_, i) => i),
		),
	};
}

function boundsCell(interval: Interval | undefined): Cell {
	if (interval === undefined) return { text: '-', value: null };
	const { low, high } = interval;
	return { text: `${formatMetric(low)} .. ${formatMetric(high)}`, value: [low, high] };
}
