import { OVERALL } from '../compare/comparison.ts';
import type { Options, OptionValue } from '../contract.ts';
import type { Curve } from '../legs/sweep/curves.ts';
import type { Choice, Findings } from '../legs/sweep/findings.ts';
import { type LegReach, reachAt } from '../legs/sweep/reach.ts';
import type { Swept } from '../legs/sweep/sweep.ts';
import { formatInterval } from './compare-words.ts';
import { formatCount, formatDelta, formatMetric, formatP } from './numbers.ts';
import { inGroups, sparkline } from './sparkline.ts';
import { type Row, renderTable } from './table.ts';

const NAMES = { best: 'best mean', 'one-error': 'one standard error' } as const;
const WIDTH = 60;

/** What a sweep found: the choices, what they buy on unseen queries, the curves and the reach of legs. */
export function renderSweep(swept: Swept, findings: Findings): string {
	return [
		`${formatCount(swept.points.length)} points on ${swept.table.queries} queries, chosen by ${findings.metric.name}`,
		renderChoices(swept, findings),
		renderHeldOut(swept, findings),
		...findings.curves.map((curve) => renderCurve(swept, findings, curve)),
		[...stability(swept, findings), ...findings.remarks].join('\n'),
	].join('\n\n');
}

function renderChoices(swept: Swept, { base, choices }: Findings): string {
	const others = swept.metrics.slice(1);
	const right = (header: string) => ({ header, align: 'right' as const });
	const rows: Row[] = [
		[
			'as set',
			settingsText(swept.points[swept.base]?.settings ?? {}),
			formatMetric(base),
			formatMetric(base),
			'',
			...metricsAt(swept, swept.base),
		],
		...choices.map(
			(choice): Row => [
				NAMES[choice.rule],
				settingsText(swept.points[choice.point]?.settings ?? {}),
				formatMetric(choice.optimistic),
				formatMetric(choice.heldOut),
				formatDelta(-choice.gap),
				...metricsAt(swept, choice.point),
			],
		),
	];
	return renderTable(
		[
			{ header: 'choice' },
			{ header: 'settings' },
			right(`${swept.metrics[0]?.name ?? ''} seen`),
			right('unseen'),
			right('gap'),
			...others.map(({ name }) => right(name)),
		],
		rows,
	);
}

function renderHeldOut(swept: Swept, { choices, base }: Findings): string {
	const rows: Row[] = [];
	for (const choice of choices) {
		if (rows.length > 0) rows.push('rule');
		rows.push([
			NAMES[choice.rule],
			OVERALL,
			String(swept.table.queries),
			formatMetric(base),
			formatMetric(choice.heldOut),
			formatDelta(choice.gain),
			formatInterval(choice.interval),
			formatP(choice.correctedP),
			choice.verdict,
		]);
		if (choice.strata.length > 1)
			for (const { stratum, n, base: before, heldOut } of choice.strata)
				rows.push([
					'',
					stratum,
					String(n),
					formatMetric(before),
					formatMetric(heldOut),
					formatDelta(heldOut - before),
					'',
					'',
					'',
				]);
	}
	return renderTable(
		[
			{ header: 'on unseen queries' },
			{ header: 'stratum' },
			{ header: 'queries', align: 'right' },
			{ header: 'as set', align: 'right' },
			{ header: 'tuned', align: 'right' },
			{ header: 'delta', align: 'right' },
			{ header: '95 % CI', align: 'right' },
			{ header: 'p (Holm)', align: 'right' },
			{ header: 'verdict' },
		],
		rows,
	);
}

function renderCurve(swept: Swept, findings: Findings, { axis, steps, flat }: Curve): string {
	const line = (name: string, values: readonly (number | undefined)[]): Row => {
		const known = values.filter((value): value is number => value !== undefined);
		return [name, sparkline(values, WIDTH), formatMetric(Math.min(...known)), formatMetric(Math.max(...known))];
	};
	const reach = findings.reaches.find((found) => found.axis === axis);
	const values = steps.map(({ value }) => value);
	const rows: Row[] = [
		line(
			OVERALL,
			steps.map(({ mean }) => mean),
		),
		...(swept.strata.length > 1
			? swept.strata.map(({ name }, stratum) =>
					line(
						name,
						steps.map(({ strata }) => strata[stratum]),
					),
				)
			: []),
		...(reach === undefined ? [] : [[`${reach.leg} enters`, liveness(reach, values), '', '']]),
	];
	const table = renderTable(
		[
			{ header: axis },
			{ header: `${String(values[0])} .. ${String(values.at(-1))}` },
			{ header: 'lowest', align: 'right' },
			{ header: 'highest', align: 'right' },
		],
		rows,
	);
	const ending = `flat (within one standard error of the best) from ${String(flat.from)} to ${String(flat.to)}`;
	return [table, ending, ...(reach === undefined ? [] : [reachText(reach)])].join('\n');
}

/** x where no document of the leg's own enters against full lists, ~ where one enters in some cases, = where one does. */
function liveness(reach: LegReach, values: readonly OptionValue[]): string {
	const marks = { out: 'x', special: '~', in: '=' } as const;
	return inGroups(values, WIDTH)
		.map((group) => marks[reachAt(reach, group[0] as number)])
		.join('');
}

function reachText({ leg, fullLists, disjoint }: LegReach): string {
	if (fullLists === null)
		return `x: against full lists no weight lets a document that only ${leg} returns into the top: this tests the order that ${leg} gives to what the others return`;
	const from = disjoint === null ? 'no weight' : disjoint.toFixed(3);
	return `x: below ${fullLists.toFixed(3)} no document that only ${leg} returns enters against full lists: a test of ${leg} as a re-orderer (at 0: of nothing); =: from ${from} its first one enters where the others return nothing in common (other settings as at the best point)`;
}

function stability(swept: Swept, { choices, flatShare, folds, repeats }: Findings): string[] {
	const percent = (share: number): string =>
		share > 0 && share < 0.005 ? 'under 1 %' : `${Math.round(100 * share)} %`;
	const counted = (points: number): string => (points === 1 ? 'one point' : `${points} different points`);
	const often = ({ rule, chosen }: Choice): string => {
		const [first] = chosen;
		if (first === undefined) return '';
		const settings = settingsText(swept.points[first.point]?.settings ?? {});
		return `${NAMES[rule]}: the folds chose ${counted(chosen.length)}, most often (${percent(first.share)}) ${settings}.`;
	};
	return [
		'seen: on the queries that it was chosen on, which flatters it. unseen: on queries held out from the choice.',
		`unseen: ${folds} folds, dealt ${repeats} times; the interval and p are of the corrected resampled t test (Nadeau & Bengio).`,
		...choices.map(often),
		`${percent(flatShare)} of the points are within one standard error of the best.`,
	];
}

function metricsAt(swept: Swept, point: number): string[] {
	return Array.from(swept.points[point]?.means.subarray(1) ?? [], (mean) => formatMetric(mean));
}

function settingsText(settings: Options): string {
	return Object.entries(settings)
		.map(([name, value]) => `${name}=${String(value)}`)
		.join(' ');
}
