import type { MetricUnderJudges, SystemsUnderJudges } from '../../labels/agreement/systems-under-judges.ts';
import { metricCell } from '../cells.ts';
import { formatCount, formatDelta } from '../numbers.ts';
import { type Cell, type Section, viewTable } from '../view.ts';

interface SystemRow {
	readonly metric: string;
	readonly system: MetricUnderJudges['systems'][number];
	readonly verdict: MetricUnderJudges['verdicts'][number] | undefined;
}

/** The systems scored by either judge's grades, and whether the verdicts stay. */
export function systemsSection(
	{ baseline, metrics, leftOut }: SystemsUnderJudges,
	first: string,
	second: string,
): Section {
	const rows = metrics.flatMap(({ metric, systems, verdicts }) =>
		systems.map(
			(system): SystemRow => ({
				metric,
				system,
				verdict: verdicts.find(({ challenger }) => challenger === system.label),
			}),
		),
	);
	const left = leftOut === 0 ? '' : `, ${formatCount(leftOut)} more have one under one judge only and are left out`;
	return {
		name: 'systems',
		title: 'The systems under either judge',
		table: viewTable<SystemRow>(
			[
				{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
				{ key: 'system', header: 'system', identifies: true, cell: ({ system }) => system.label },
				{ key: 'first', header: first, align: 'right', cell: ({ system }) => metricCell(system.first) },
				{
					key: 'first_verdict',
					header: `against ${baseline}`,
					cell: ({ verdict }) => verdictCell(verdict?.first),
				},
				{ key: 'second', header: second, align: 'right', cell: ({ system }) => metricCell(system.second) },
				{
					key: 'second_verdict',
					header: `against ${baseline}`,
					cell: ({ verdict }) => verdictCell(verdict?.second),
				},
			],
			rows,
			({ metric }) => metric,
		),
		notes: [
			`Scored on the documents that both judged, over the ${formatCount(metrics[0]?.n ?? 0)} queries with a relevant one under both${left}.`,
			...metrics.map(systemsLine),
		],
	};
}

function verdictCell(verdict: MetricUnderJudges['verdicts'][number]['first'] | undefined): Cell {
	if (verdict === undefined) return { text: 'baseline', value: null };
	return { text: `${formatDelta(verdict.delta)} ${verdict.verdict}`, value: verdict.verdict };
}

/** The comparison's behaviour when the judge changes: by rule, from the verdicts and the order alone. */
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
