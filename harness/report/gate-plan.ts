import { nameOfTarget } from '../compare/gate/columns.ts';
import type { GatePlan, PlannedTarget } from '../compare/gate/plan.ts';
import type { OutcomeRates } from '../compare/gate/simulate.ts';
import type { Json, JsonObject } from '../contract.ts';
import { percentOf } from './compare-words.ts';
import { noiseJson } from './gate-json.ts';
import { noiseText } from './gate-words.ts';
import { formatCount, formatMetric } from './numbers.ts';
import { type Row, renderTable } from './table.ts';

/** What the gate can decide: one table, and one sentence that says which limit to write. */
export function renderGatePlan(plan: GatePlan): string {
	const { baseline, targets, noise, options } = plan;
	const rows = targets.flatMap((target): Row[] => {
		const cells = target.limits.map(({ maxDrop, kind, unchanged, atLimit, twice, queriesNeeded }) => [
			nameOfTarget(target),
			`${maxDrop}${kind === 'auto' ? ' (auto)' : ''}`,
			ratesText(unchanged),
			ratesText(atLimit),
			ratesText(twice),
			queriesNeeded === undefined ? '-' : formatCount(queriesNeeded),
			formatMetric(target.safeFloor),
		]);
		return cells.length > 0 ? cells : [[nameOfTarget(target), '-', '-', '-', '-', '-', formatMetric(target.safeFloor)]];
	});
	const table = renderTable(
		[
			{ header: 'guarded' },
			{ header: 'limit' },
			{ header: 'no change', align: 'right' },
			{ header: 'drop = limit', align: 'right' },
			{ header: 'drop = 2 x limit', align: 'right' },
			{ header: 'queries needed', align: 'right' },
			{ header: 'safe floor', align: 'right' },
		],
		rows,
	);
	return [
		`baseline  ${baseline.system}  ${baseline.path}`,
		table,
		planSentence(plan),
		[
			'Cells are % of simulated candidates that pass / stay inconclusive / fail.',
			noiseText(noise),
			`"auto" is the smallest limit that passes what is unchanged and fails twice the limit, each in ${percentOf(options.power)} or more; "queries needed" is for that, "safe floor" the highest --min that fails at most 5 % of unchanged candidates.`,
		].join('\n'),
	].join('\n\n');
}

function planSentence({ targets, options }: GatePlan): string {
	const named = targets.filter(({ decidable }) => decidable !== undefined);
	const open = targets.filter(({ decidable }) => decidable === undefined);
	const counts = [...new Set(targets.map(({ queries }) => queries))];
	const queries = (target: PlannedTarget): string =>
		counts.length > 1 ? ` (${formatCount(target.queries)} queries)` : '';
	const whose = counts.length === 1 ? `${formatCount(counts[0] ?? 0)} queries` : 'These queries';
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
	].join(' ');
}

function listed(parts: readonly string[]): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

function ratesText(rates: OutcomeRates | undefined): string {
	if (rates === undefined) return '-';
	return [rates.pass, rates.inconclusive, rates.fail].map((share) => percentText(share)).join(' / ');
}

/** Whole per cent, but never 0 or 100 for what is not. */
function percentText(share: number): string {
	if (share > 0 && share < 0.005) return '<1';
	if (share < 1 && share >= 0.995) return '>99';
	return String(Math.round(100 * share));
}

export function gatePlanJson({ baseline, noise, options, targets }: GatePlan): JsonObject {
	return {
		baseline: { run: baseline.path, system: baseline.system },
		noise: noiseJson(noise),
		options: { alpha: options.alpha, ci: options.ci, power: options.power, seed: options.seed },
		rows: targets.map(
			(target): Json => ({
				metric: target.metric,
				stratum: target.stratum ?? 'overall',
				n: target.queries,
				baseline: target.mean,
				decidable_drop: target.decidable ?? null,
				safe_floor: target.safeFloor,
				limits: target.limits.map(({ maxDrop, kind, unchanged, atLimit, twice, queriesNeeded }) => ({
					max_drop: maxDrop,
					max_drop_auto: kind === 'auto',
					no_change: ratesJson(unchanged),
					drop_of_limit: ratesJson(atLimit),
					drop_of_twice_limit: ratesJson(twice),
					queries_needed: queriesNeeded ?? null,
				})),
			}),
		),
	};
}

function ratesJson(rates: OutcomeRates | undefined): Json {
	return rates === undefined ? null : { pass: rates.pass, inconclusive: rates.inconclusive, fail: rates.fail };
}
