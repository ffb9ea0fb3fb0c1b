import { OVERALL } from '../../compare/comparison.ts';
import type { Options } from '../../contract.ts';
import type { Choice, Findings } from '../../legs/sweep/findings.ts';
import type { Swept } from '../../legs/sweep/sweep.ts';
import { countCell, deltaCell, intervalCell, metricCell, pCell, shareCell, wordCell } from '../cells.ts';
import { clusterNotes } from '../cluster-words.ts';
import { formatCount } from '../numbers.ts';
import { heatMapOf } from '../pictures/of-sweep.ts';
import { type Cell, type Column, type Section, type Tone, type View, viewTable } from '../view.ts';
import { RULE_NAMES, sweepAnswer, untested } from './sweep-answer.ts';
import { costsSection } from './sweep-costs.ts';
import { curveSections, curvesSection } from './sweep-curves.ts';
import { type SweepSubject, sweepData } from './sweep-data.ts';

const TONES: Readonly<Record<string, Tone>> = { win: 'good', loss: 'bad', equivalent: 'same', inconclusive: 'open' };
const nothing: Cell = { text: '', value: null };

/** A sweep's findings: the worth of the choices on unseen queries, the curves and the reach of legs. */
export function sweepView(swept: Swept, findings: Findings, subject: SweepSubject): View {
	const { metric, folds, repeats, flatShare } = findings;
	const map = heatMapOf(swept);
	const costs = costsSection(swept);
	return {
		kind: 'sweep',
		title: `Sweep of ${swept.axes.map(({ name }) => name).join(', ')} on ${subject.dataset.name}`,
		answer: sweepAnswer(swept, findings),
		warnings: [],
		sections: [
			choicesSection(swept, findings),
			...(map === undefined
				? []
				: [{ name: 'map', title: `${metric.name} over both settings`, detail: true, picture: map }]),
			...(costs === undefined ? [] : [costs]),
			curvesSection(findings),
			strataSection(findings),
			metricsSection(swept, findings),
			chosenSection(swept, findings),
			...curveSections(swept, findings),
		],
		notes: [
			...sweepClusterNotes(swept, findings),
			`${formatCount(swept.points.length)} points on ${formatCount(swept.table.queries)} queries, chosen by ${metric.name}; ${flatShare > 0 && flatShare < 0.005 ? 'under 1 %' : `${Math.round(100 * flatShare)} %`} of them are within one standard error of the best.`,
			`seen: on the queries that the choice was made on, which flatters it. unseen: on queries held out from the choice (${folds} folds, dealt ${repeats} times; interval and p of the corrected resampled t test, Nadeau & Bengio).`,
		],
		data: sweepData(swept, findings, subject),
	};
}

function sweepClusterNotes(swept: Swept, { metric, choices }: Findings): readonly string[] {
	const rows = choices.map(({ clustering, level, verdict }) => ({
		...{ metric: metric.name, stratum: OVERALL, n: swept.table.queries, clustering, level },
		open: verdict === 'inconclusive',
	}));
	return [
		...clusterNotes(swept.clusteredBy, rows),
		...(swept.clusters === undefined
			? []
			: ['A fold never splits a cluster, and the p is the larger one of the test over folds and that over clusters.']),
	];
}

/** The system as set, or a choice. */
interface ChoiceRow {
	readonly name: string;
	readonly point: number;
	readonly seen: number;
	readonly unseen: number;
	readonly choice?: Choice;
}

function choiceRows({ base }: Swept, { base: asSet, choices }: Findings): readonly ChoiceRow[] {
	return [
		{ name: 'as set', point: base, seen: asSet, unseen: asSet },
		...choices.map((choice) => ({
			name: RULE_NAMES[choice.rule],
			point: choice.point,
			seen: choice.optimistic,
			unseen: choice.heldOut,
			choice,
		})),
	];
}

const nameColumn: Column<{ readonly name: string }> = {
	key: 'choice',
	header: 'choice',
	identifies: true,
	cell: ({ name }) => name,
};

function choicesSection(swept: Swept, findings: Findings): Section {
	const number = (
		key: string,
		header: string,
		cell: (row: ChoiceRow) => Cell,
		dropOrder?: number,
	): Column<ChoiceRow> => ({ key, header, align: 'right', cell, ...(dropOrder === undefined ? {} : { dropOrder }) });
	const ofChoice =
		(cell: (choice: Choice) => Cell) =>
		({ choice }: ChoiceRow): Cell =>
			choice === undefined ? nothing : cell(choice);
	const columns: readonly Column<ChoiceRow>[] = [
		nameColumn,
		number('seen', 'seen', ({ seen }) => metricCell(seen), 3),
		number('unseen', 'unseen', ({ unseen }) => metricCell(unseen)),
		number(
			'delta',
			'delta',
			ofChoice(({ gain }) => deltaCell(gain)),
		),
		number(
			'ci',
			'95 % interval',
			ofChoice(({ interval }) => intervalCell(interval)),
			2,
		),
		number(
			'p_corrected',
			'p (Holm)',
			ofChoice(({ correctedP }) => pCell(correctedP)),
			1,
		),
		{ key: 'verdict', header: 'verdict', cell: ofChoice(({ verdict }) => wordCell(verdict, TONES[verdict])) },
	];
	const settings = choiceRows(swept, findings).map(({ name, point }) => `${name}: ${settingsAt(swept, point)}`);
	return {
		name: 'choices',
		title: `${findings.metric.name}, tuned and as set`,
		table: viewTable(columns, choiceRows(swept, findings)),
		notes: [...settings, ...findings.remarks.filter((remark) => !untested(swept, findings).includes(remark))],
	};
}

interface StratumRow {
	readonly name: string;
	readonly stratum: string;
	readonly n: number;
	readonly base: number;
	readonly heldOut: number;
}

function strataSection({ choices, base }: Findings): Section {
	const rows = choices.flatMap(({ rule, heldOut, strata }): StratumRow[] => {
		const n = strata.reduce((sum, one) => sum + one.n, 0);
		const name = RULE_NAMES[rule];
		const overall = { name, stratum: OVERALL, n, base, heldOut };
		return [overall, ...(strata.length > 1 ? strata.map((one) => ({ ...one, name })) : [])];
	});
	return {
		name: 'unseen_by_stratum',
		title: 'On unseen queries, by stratum (too few queries for verdicts of their own)',
		detail: true,
		table: viewTable<StratumRow>(
			[
				nameColumn,
				{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
				{ key: 'queries', header: 'queries', align: 'right', cell: ({ n }) => countCell(n) },
				{ key: 'as_set', header: 'as set', align: 'right', cell: ({ base: before }) => metricCell(before) },
				{ key: 'unseen', header: 'tuned', align: 'right', cell: ({ heldOut }) => metricCell(heldOut) },
				{
					key: 'delta',
					header: 'delta',
					align: 'right',
					cell: ({ base: before, heldOut }) => deltaCell(heldOut - before),
				},
			],
			rows,
			({ name }) => name,
		),
	};
}

function metricsSection(swept: Swept, findings: Findings): Section {
	return {
		name: 'metrics',
		title: 'Every metric at the choices, on the queries that they were made on',
		detail: true,
		table: viewTable<ChoiceRow>(
			[
				nameColumn,
				...swept.metrics.map(
					({ name }, m): Column<ChoiceRow> => ({
						key: name,
						header: name,
						align: 'right',
						cell: ({ point }) => metricCell(swept.points[point]?.means[m]),
					}),
				),
			],
			choiceRows(swept, findings),
		),
	};
}

interface ChosenRow {
	readonly name: string;
	readonly point: number;
	readonly share: number;
}

/** Beyond this the rest of the points are chosen by single folds. */
const MOST_CHOSEN = 10;

function chosenSection(swept: Swept, { choices }: Findings): Section {
	return {
		name: 'chosen',
		title: 'What the folds chose, most often first',
		detail: true,
		table: viewTable<ChosenRow>(
			[
				nameColumn,
				{ key: 'settings', header: 'settings', identifies: true, cell: ({ point }) => settingsAt(swept, point) },
				{ key: 'share', header: 'of the choices', align: 'right', cell: ({ share }) => shareCell(share) },
			],
			choices.flatMap(({ rule, chosen }) =>
				chosen.slice(0, MOST_CHOSEN).map((entry) => ({ name: RULE_NAMES[rule], ...entry })),
			),
			({ name }) => name,
		),
		notes: choices.map(
			({ rule, chosen }) =>
				`${RULE_NAMES[rule]}: the folds chose ${chosen.length === 1 ? 'one point' : `${formatCount(chosen.length)} different points`}.`,
		),
	};
}

function settingsAt({ points }: Swept, point: number): string {
	return settingsText(points[point]?.settings ?? {});
}

function settingsText(settings: Options): string {
	return Object.entries(settings)
		.map(([name, value]) => `${name}=${String(value)}`)
		.join(' ');
}
