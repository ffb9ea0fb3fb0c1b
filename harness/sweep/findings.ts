import { auditKept, isFairTest, notATestOf, whyNotATest } from '../audit/index.ts';
import type { MetricColumns } from '../compare/columns.ts';
import { COMPARE_DEFAULTS, type CompareOptions, type ComparisonRow } from '../compare/comparison.ts';
import { judgeFamily } from '../compare/family.ts';
import { bootstrapAll } from '../compare/resampling.ts';
import { scopesOf, testRow } from '../compare/row.ts';
import type { Metric, Query } from '../contract.ts';
import type { KeptLegs } from '../fusion/kept-legs.ts';
import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import { type ChoiceRule, crossValidate, type HeldOut } from './cross-validation.ts';
import { type Curve, curvesOf } from './curves.ts';
import { type LegReach, legReaches } from './reach.ts';
import type { Swept } from './sweep.ts';
import { bestPoint, oneErrorPoint, pointMeans, type ValueTable, valueAt, withinOneError } from './value-table.ts';

export interface FindingOptions {
	readonly folds: number;
	readonly repeats: number;
	/** The K of the audit's "top K". */
	readonly cutoff: number;
	readonly seed: number;
	readonly compare?: Partial<CompareOptions>;
}

/** What a rule chose on all queries, and what choosing by it bought on queries that it had not seen. */
export interface Choice {
	readonly rule: ChoiceRule;
	readonly point: number;
	/** Mean on the queries that it was chosen on: the optimistic figure. */
	readonly optimistic: number;
	/** Mean on held-out queries. */
	readonly heldOut: number;
	/** optimistic - heldOut */
	readonly gap: number;
	/** Points that the folds chose, most often first, with their share of the choices. */
	readonly chosen: readonly { readonly point: number; readonly share: number }[];
	/** Held out against the system as set: overall, then the strata; corrected over both rules. */
	readonly rows: readonly ComparisonRow[];
}

export interface Findings {
	readonly metric: Metric;
	/** Mean of the system as set. */
	readonly base: number;
	readonly choices: readonly Choice[];
	/** Share of the points within one standard error of the best. */
	readonly flatShare: number;
	readonly curves: readonly Curve[];
	readonly reaches: readonly LegReach[];
	readonly remarks: readonly string[];
}

/** What a sweep says, and how much of it would have held on queries that it had not seen. */
export function findingsOf(kept: KeptLegs, swept: Swept, options: FindingOptions): Findings {
	const { table, strata } = swept;
	const columns = Int32Array.from({ length: table.queries }, (_, column) => column);
	const best = bestPoint(table, pointMeans(table, columns));
	const within = withinOneError(table, columns, best);
	const picked = { best, 'one-error': oneErrorPoint(table, columns, best) };
	const heldOut = crossValidate(table, strata, options);
	const rows = judged(kept, swept, heldOut, options);
	const bestPipeline = swept.points[best]?.pipeline ?? kept.pipeline;
	return {
		metric: swept.metrics[0] as Metric,
		base: meanAt(table, swept.base),
		choices: (['best', 'one-error'] as const).map((rule): Choice => {
			const optimistic = meanAt(table, picked[rule]);
			const held = mean(heldOut[rule].values);
			return {
				rule,
				point: picked[rule],
				optimistic,
				heldOut: held,
				gap: optimistic - held,
				chosen: frequencies(heldOut[rule]),
				rows: rows.filter((row) => row.challenger === rule),
			};
		}),
		flatShare: within.reduce((sum, flag) => sum + flag, 0) / table.points,
		curves: curvesOf(swept, best, within),
		reaches: legReaches(kept, bestPipeline, swept.axes, options.cutoff),
		remarks: remarksOn(kept, swept, best, options),
	};
}

/** Both rules against the system as set, on held-out queries, as one family. */
function judged(
	kept: KeptLegs,
	{ table, base, strata, columns, metrics }: Swept,
	heldOut: Readonly<Record<ChoiceRule, HeldOut>>,
	options: FindingOptions,
): readonly ComparisonRow[] {
	const compare: CompareOptions = { ...COMPARE_DEFAULTS, ...options.compare, seed: options.seed };
	const metric = metrics[0] as Metric;
	const column: MetricColumns = {
		metric: metric.name,
		max: metric.max,
		queries: Array.from(columns, (place) => {
			const { id, stratum } = kept.queries[place] as Query;
			return { queryId: id, stratum, scores: [] };
		}),
		values: [
			Array.from({ length: table.queries }, (_, i) => valueAt(table, base, i)),
			Array.from(heldOut.best.values),
			Array.from(heldOut['one-error'].values),
		],
		strata,
	};
	const resampled = bootstrapAll([column], compare)[0] ?? [];
	const rules: readonly ChoiceRule[] = ['best', 'one-error'];
	return judgeFamily(
		scopesOf(column).flatMap((scope) =>
			rules.map((label, i) =>
				testRow(column, scope, { place: i + 1, label }, resampled[i] as StratifiedBootstrap, compare),
			),
		),
		compare,
	);
}

function frequencies({ chosen }: HeldOut): Choice['chosen'] {
	const total = [...chosen.values()].reduce((sum, count) => sum + count, 0);
	return [...chosen]
		.map(([point, count]) => ({ point, share: count / total }))
		.sort((x, y) => y.share - x.share || x.point - y.point);
}

function remarksOn(kept: KeptLegs, swept: Swept, best: number, { cutoff, seed }: FindingOptions): readonly string[] {
	const { sampling, points, total, empty } = swept;
	const remarks: string[] = [];
	if (sampling !== 'all') remarks.push(`${points.length} of ${total} points, picked by ${sampling} sampling.`);
	if (empty > 0) remarks.push(`${empty} points are left out: every leg has weight 0 there.`);
	const pipeline = points[best]?.pipeline ?? kept.pipeline;
	for (const audit of auditKept({ ...kept, pipeline }, { cutoff, seed })) {
		const unused = pipeline.legs.some((leg) => leg.name === audit.leg && leg.weight === 0);
		if (unused) remarks.push(`At the best point ${audit.leg} has weight 0.`);
		else if (!isFairTest(audit))
			remarks.push(
				`At the best point: ${notATestOf(audit.leg)}: ${whyNotATest(audit) ?? audit.verdict} (top ${cutoff}).`,
			);
	}
	return remarks;
}

function meanAt(table: ValueTable, point: number): number {
	return mean(table.values.subarray(point * table.queries, (point + 1) * table.queries));
}

function mean(values: Float64Array): number {
	return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
