import type { GradeAgreement, JudgeAgreement } from '../labels/agreement/judge-agreement.ts';
import type { Kappa } from '../labels/agreement/kappa.ts';
import { FEWEST_QUERIES, type QueryInterval } from '../labels/agreement/kappa-jackknife.ts';
import type { MetricUnderJudges, SystemsUnderJudges } from '../labels/agreement/systems-under-judges.ts';
import type { Interval } from '../stats/bootstrap-interval.ts';
import { percentOf } from './compare-words.ts';
import { formatCount, formatDelta, formatMetric } from './numbers.ts';
import { type Column, type Row, renderTable } from './table.ts';

/** What `bench agree` reports on. */
export interface AgreementView {
	readonly first: string;
	readonly second: string;
	readonly agreement: JudgeAgreement;
	/** Where runs were given. */
	readonly systems: SystemsUnderJudges | undefined;
	readonly settings: { readonly confidence: number };
}

const right = (header: string): Column => ({ header, align: 'right' });

/** Agreement of two judges as text: kappa, grades, confusion, then what it means for the systems. */
export function renderAgreement(view: AgreementView): string {
	const { first, second, agreement, systems } = view;
	const { n, queries, onlyFirst, onlySecond, same, meanShift } = agreement;
	return [
		[
			`judges  ${first} and ${second}`,
			`judged by both  ${formatCount(n)} documents of ${formatCount(queries)} queries (only ${first}: ${formatCount(onlyFirst)}, only ${second}: ${formatCount(onlySecond)})`,
			`same grade  ${percent(same)}; mean grade of ${second} minus ${first}: ${formatDelta(meanShift)}`,
		].join('\n'),
		renderKappas(view),
		renderGrades(view),
		renderConfusion(view),
		...(systems === undefined ? [] : [renderSystems(systems, view)]),
		notes(view).join('\n'),
	].join('\n\n');
}

function renderKappas({ agreement, settings }: AgreementView): string {
	const share = percentOf(settings.confidence);
	const cells = (name: string, kappa: Kappa | undefined, overQueries: QueryInterval | undefined): Row => [
		name,
		kappa === undefined ? '-' : formatMetric(kappa.kappa),
		kappa === undefined ? '-' : formatMetric(kappa.standardError),
		kappa === undefined ? '-' : interval(kappa.interval),
		overQueries === undefined ? '-' : interval(overQueries.interval),
	];
	return renderTable(
		[
			{ header: "Cohen's kappa" },
			right('kappa'),
			right('standard error'),
			right(`${share} interval, asymptotic`),
			right('over queries'),
		],
		[
			...agreement.weighted.map(({ weights, kappa, overQueries }) => cells(weights, kappa, overQueries)),
			cells('relevant or not', agreement.relevance, undefined),
		],
	);
}

function renderGrades({ first, second, agreement }: AgreementView): string {
	const row = ({ grade, first: x, second: y, both, specific, kappa }: GradeAgreement): Row => [
		String(grade),
		formatCount(x),
		formatCount(y),
		formatCount(both),
		formatMetric(specific),
		kappa === undefined ? '-' : formatMetric(kappa.kappa),
		kappa === undefined ? '-' : interval(kappa.interval),
	];
	return renderTable(
		[
			{ header: 'grade' },
			right(first),
			right(second),
			right('both'),
			right('specific agreement'),
			right('kappa'),
			right('interval'),
		],
		agreement.byGrade.map(row),
	);
}

function renderConfusion({ first, second, agreement }: AgreementView): string {
	const { grades, counts } = agreement.confusion;
	return renderTable(
		[{ header: `${first} \\ ${second}` }, ...grades.map((grade) => right(String(grade)))],
		grades.map((grade, i) => [String(grade), ...(counts[i] ?? []).map(formatCount)]),
	);
}

function renderSystems({ baseline, metrics, leftOut }: SystemsUnderJudges, { first, second }: AgreementView): string {
	const rows: Row[] = metrics.flatMap((metric, i) => [
		...(i === 0 ? [] : ['rule' as const]),
		...metric.systems.map(({ label, first: x, second: y }): Row => {
			const verdict = metric.verdicts.find(({ challenger }) => challenger === label);
			return [
				metric.metric,
				label,
				formatMetric(x),
				verdict === undefined ? 'baseline' : `${formatDelta(verdict.first.delta)} ${verdict.first.verdict}`,
				formatMetric(y),
				verdict === undefined ? 'baseline' : `${formatDelta(verdict.second.delta)} ${verdict.second.verdict}`,
			];
		}),
	]);
	const table = renderTable(
		[
			{ header: 'metric' },
			{ header: 'system' },
			right(first),
			{ header: `against ${baseline}` },
			right(second),
			{ header: `against ${baseline}` },
		],
		rows,
	);
	const left = leftOut === 0 ? '' : `, ${formatCount(leftOut)} more have one under one judge only and are left out`;
	return [
		table,
		'',
		`Scored on the documents that both judged, over the ${formatCount(metrics[0]?.n ?? 0)} queries with a relevant one under both${left}.`,
		...metrics.map(systemsLine),
	].join('\n');
}

/** What the comparison does when the judge changes: by rule, from the verdicts and the order alone. */
export function systemsLine({ metric, tau, verdicts, systems }: MetricUnderJudges): string {
	const changed = verdicts.filter(({ first, second }) => first.verdict !== second.verdict);
	const opposite = changed.filter(
		({ first, second }) =>
			(first.verdict === 'win' && second.verdict === 'loss') || (first.verdict === 'loss' && second.verdict === 'win'),
	);
	const order =
		systems.length < 2
			? ''
			: tau === undefined
				? '; the order of systems is not defined (all equal)'
				: `; Kendall tau of the two orders ${tau.toFixed(2)}`;
	const said =
		verdicts.length === 0
			? 'one system, nothing to compare'
			: opposite.length > 0
				? `the verdict on ${names(opposite)} turns around with the judge`
				: changed.length > 0
					? `the verdict on ${names(changed)} depends on the judge`
					: 'every verdict is the same under either judge';
	return `${metric}: ${said}${order}.`;
}

function names(verdicts: MetricUnderJudges['verdicts']): string {
	return verdicts.map(({ challenger }) => challenger).join(', ');
}

function notes({ agreement }: AgreementView): string[] {
	return [
		'kappa: agreement beyond chance; linear and quadratic count grades that are close as partly the same.',
		'asymptotic intervals (Fleiss, Cohen & Everitt 1969) take documents as independent, which those of one query are not: they are too short where judges read whole queries differently. Those over queries (jackknife, t with queries - 1 degrees of freedom) allow for it and are the ones to trust.',
		...(agreement.queries < FEWEST_QUERIES
			? [
					`Only ${agreement.queries} ${agreement.queries === 1 ? 'query has' : 'queries have'} documents that both judged: an interval over queries can't be given under ${FEWEST_QUERIES}, and the asymptotic one claims too much.`,
				]
			: agreement.weighted.some(({ kappa, overQueries }) => kappa !== undefined && overQueries === undefined)
				? [
						'No interval over queries can be given: kappa is the same without any one query, or hangs on one without which it is not defined.',
					]
				: []),
		...([...agreement.weighted, ...agreement.byGrade].some(({ kappa }) => kappa === undefined)
			? ['- kappa says nothing: a judge never gave this grade, or gave one grade to everything.']
			: []),
	];
}

function interval({ low, high }: Interval): string {
	return `${formatMetric(low)} .. ${formatMetric(high)}`;
}

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}
