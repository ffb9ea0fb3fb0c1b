import { nameOfTarget } from '../../compare/gate/columns.ts';
import type { GatePlan, PlannedLimit, PlannedTarget } from '../../compare/gate/plan.ts';
import type { OutcomeRates } from '../../compare/gate/simulate.ts';
import type { JsonObject } from '../../contract.ts';
import { smallestP } from '../../stats/clusters.ts';
import { metricCell } from '../cells.ts';
import { clusterOption, NOT_CLUSTERED, unitsNote } from '../cluster-words.ts';
import { percentOf } from '../compare/compare-words.ts';
import { queriesText } from '../mde-words.ts';
import { formatCount } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Cell, type Column, type View, viewTable } from '../view.ts';
import { noiseData } from './gate-data.ts';
import { noiseText } from './gate-words.ts';

interface PlanRow {
	readonly target: PlannedTarget;
	/** Undefined where no limit can be decided and none was asked about. */
	readonly limit: PlannedLimit | undefined;
}

/** The drops that the gate can decide: the limit to write in a sentence, and one table. */
export function gatePlanView(plan: GatePlan): View {
	const { baseline, targets, noise, options } = plan;
	const rows = targets.flatMap((target): readonly PlanRow[] =>
		target.limits.length > 0 ? target.limits.map((limit) => ({ target, limit })) : [{ target, limit: undefined }],
	);
	const power = percentOf(options.power);
	const clustered = targets.some(({ clusters }) => clusters !== undefined);
	return {
		kind: 'gate_plan',
		title: `What a gate on ${baseline.system} can decide`,
		answer: answers(plan),
		warnings: [],
		sections: [
			{
				name: 'plan',
				table: viewTable<PlanRow>(clustered ? CLUSTERED_COLUMNS : COLUMNS, rows),
			},
		],
		notes: [
			'Cells are % of simulated candidates that pass / stay inconclusive / fail.',
			`(auto): the smallest limit that passes what is unchanged, and fails what dropped by twice as much, each in ${power} or more. "${clustered ? 'clusters' : 'queries'} needed": as many decide the limit so.`,
			'"safe floor": the highest --min that fails at most 5 % of unchanged candidates.',
			...planClusterNotes(plan),
			noiseText(noise),
			`baseline  ${baseline.system}  ${baseline.path}`,
		],
		data: planData(plan),
	};
}

const COLUMNS: readonly Column<PlanRow>[] = [
	{ key: 'guarded', header: 'guarded', identifies: true, cell: ({ target }) => nameOfTarget(target) },
	{
		key: 'max_drop',
		header: 'limit',
		identifies: true,
		cell: ({ limit }) =>
			limit === undefined
				? { text: '-', value: null }
				: { text: `${limit.maxDrop}${limit.kind === 'auto' ? ' (auto)' : ''}`, value: limit.maxDrop },
	},
	{ key: 'no_change', header: 'no change', align: 'right', cell: ({ limit }) => ratesCell(limit?.unchanged) },
	{
		key: 'drop_of_limit',
		header: 'drop = limit',
		align: 'right',
		dropOrder: 2,
		cell: ({ limit }) => ratesCell(limit?.atLimit),
	},
	{
		key: 'drop_of_twice_limit',
		header: 'drop = 2 x limit',
		align: 'right',
		cell: ({ limit }) => ratesCell(limit?.twice),
	},
	{
		key: 'queries_needed',
		header: 'queries needed',
		align: 'right',
		cell: ({ limit }) => ({ text: queriesText(limit?.queriesNeeded), value: limit?.queriesNeeded ?? null }),
	},
	{
		key: 'safe_floor',
		header: 'safe floor',
		align: 'right',
		dropOrder: 1,
		cell: ({ target }) => metricCell(target.safeFloor),
	},
];

const CLUSTERS_NEEDED: Column<PlanRow> = {
	key: 'clusters_needed',
	header: 'clusters needed',
	align: 'right',
	cell: ({ limit }) => ({
		text:
			limit?.clustersNeeded === undefined
				? '-'
				: `${queriesText(limit.clustersNeeded)} (${queriesText(limit.queriesNeeded)} q.)`,
		value: limit?.clustersNeeded ?? null,
	}),
};

const CLUSTERED_COLUMNS: readonly Column<PlanRow>[] = COLUMNS.map((column) =>
	column.key === 'queries_needed' ? CLUSTERS_NEEDED : column,
);

function planClusterNotes({ targets, noise, options }: GatePlan): readonly string[] {
	const [first] = targets.flatMap(({ clusters, ...target }) =>
		clusters === undefined ? [] : [{ ...target, clusters }],
	);
	if (options.clusters === 'none') return [NOT_CLUSTERED];
	if (first === undefined) return [];
	return [
		unitsNote(options.clusters, first.clusters.count, first.clusters.icc, noise.kind === 'assumed'),
		...(smallestP(first.clusters.count) >= options.alpha
			? [
					`${first.clusters.count} clusters reach no p below the level ${options.alpha}: a gate on them is inconclusive unless not one query scores differently.`,
				]
			: []),
	];
}

function answers({ targets, options }: GatePlan): readonly string[] {
	const named = targets.filter(({ decidable }) => decidable !== undefined);
	const open = targets.filter(({ decidable }) => decidable === undefined);
	const counts = [...new Set(targets.map(({ queries }) => queries))];
	const queries = (target: PlannedTarget): string =>
		counts.length > 1 ? ` (${formatCount(target.queries)} queries)` : '';
	const clusters = targets[0]?.clusters;
	const within = clusters === undefined ? '' : ` in ${formatCount(clusters.count)} clusters`;
	const whose = counts.length === 1 ? `${formatCount(counts[0] ?? 0)} queries${within}` : 'These queries';
	const power = percentOf(options.power);
	return [
		...(named.length === 0
			? []
			: [
					`${whose} can decide a drop of ${listed(named.map((target) => `${target.decidable} in ${nameOfTarget(target)}${queries(target)}`))}: with that limit (--max-drop auto) at least ${power} of unchanged candidates pass and at least ${power} of those that dropped by twice as much fail.`,
				]),
		...(open.length === 0
			? []
			: [`${whose} can decide no drop at all in ${listed(open.map((target) => nameOfTarget(target)))}.`]),
	];
}

function listed(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

function ratesCell(rates: OutcomeRates | undefined): Cell {
	if (rates === undefined) return { text: '-', value: null };
	const text = [rates.pass, rates.inconclusive, rates.fail].map(percentText).join(' / ');
	return { text, value: text };
}

/** Whole per cent, but never 0 or 100 for what is not. */
function percentText(share: number): string {
	if (share > 0 && share < 0.005) return '<1';
	if (share < 1 && share >= 0.995) return '>99';
	return String(Math.round(100 * share));
}

function planData({ baseline, noise, options, targets }: GatePlan): JsonObject {
	const { alpha, ci, power, seed } = options;
	return toJsonObject({
		baseline: { run: baseline.path, system: baseline.system },
		noise: noiseData(noise),
		options: { alpha, ci, power, seed, ...clusterOption(options.clusters) },
		rows: targets.map((target) => ({
			metric: target.metric,
			stratum: target.stratum ?? 'overall',
			n: target.queries,
			...(target.clusters === undefined ? {} : { clusters: target.clusters.count, icc: target.clusters.icc ?? null }),
			baseline: target.mean,
			decidableDrop: target.decidable ?? null,
			safeFloor: target.safeFloor,
			limits: target.limits.map(({ maxDrop, kind, unchanged, atLimit, twice, queriesNeeded, clustersNeeded }) => ({
				maxDrop,
				maxDropAuto: kind === 'auto',
				noChange: unchanged,
				dropOfLimit: atLimit ?? null,
				dropOfTwiceLimit: twice ?? null,
				queriesNeeded: queriesNeeded ?? null,
				...(target.clusters === undefined ? {} : { clustersNeeded: clustersNeeded ?? null }),
			})),
		})),
	});
}
