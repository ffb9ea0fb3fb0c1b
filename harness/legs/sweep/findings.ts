import type { Verdict } from '../../compare/verdict.ts';
import type { Metric } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import type { Clustering } from '../../stats/bootstrap-result.ts';
import { corrections } from '../../stats/corrections.ts';
import { holm } from '../../stats/holm.ts';
import { auditKept, notATestOf, whyNotATest } from '../audit/index.ts';
import { type ChoiceRule, crossValidate, gainsOf, type HeldOut, type HeldOutGains } from '../grid/cross-validation.ts';
import { dealFolds } from '../grid/folds.ts';
import { bestPoint, oneErrorPoint, pointMeans, type ValueTable, withinOneError } from '../grid/value-table.ts';
import { type Curve, curvesOf } from './curves.ts';
import { type GainTest, gainTest } from './gain-test.ts';
import { type LegReach, legReaches } from './reach.ts';
import type { SweepPoint, Swept } from './sweep.ts';
import type { Variant } from './variants.ts';

export interface FindingOptions {
	readonly folds: number;
	readonly repeats: number;
	/** The K of the audit's "top K". */
	readonly cutoff: number;
	readonly seed: number;
	/** Level of the verdicts; intervals have confidence 1 - alpha. Default 0.05. */
	readonly alpha?: number;
}

/** The point that a rule chooses on all queries, and the gain of such choices on queries that they had not seen. */
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
	/**
	 * heldOut - the mean of the system as set, with the interval of `gain-test.ts`; 0 where every fold chose the system as
	 * set.
	 */
	readonly gain: number;
	readonly interval: Interval;
	readonly p: number;
	/** Corrected over the rules (Holm). */
	readonly correctedP: number;
	/** Where queries come in clusters of more than one: how alike their gains are. */
	readonly clustering: Clustering | undefined;
	/** Two-sided level that a single real gain among the rules must pass. */
	readonly level: number;
	/** `equivalent` only where every fold chose the system as set, which is the same system. */
	readonly verdict: Verdict;
	/** In the order of the sweep's strata; too few for verdicts of their own. */
	readonly strata: readonly StratumGain[];
}

export interface StratumGain {
	readonly stratum: string;
	readonly n: number;
	readonly base: number;
	readonly heldOut: number;
}

export interface Findings {
	readonly metric: Metric;
	/** Mean of the system as set. */
	readonly base: number;
	readonly folds: number;
	readonly repeats: number;
	readonly choices: readonly Choice[];
	/** Share of the points within one standard error of the best. */
	readonly flatShare: number;
	readonly curves: readonly Curve[];
	readonly reaches: readonly LegReach[];
	readonly remarks: readonly string[];
}

const RULES: readonly ChoiceRule[] = ['best', 'one-error'];
/** Of a system and itself. */
const NO_DIFFERENCE: Interval = { low: 0, high: 0 };

/** The findings of a sweep, and how much of them holds on queries that had no part in them. */
export function findingsOf(swept: Swept, options: FindingOptions): Findings {
	const { table, strata } = swept;
	const columns = Int32Array.from({ length: table.queries }, (_, column) => column);
	const best = bestPoint(table, pointMeans(table, columns));
	const within = withinOneError(table, columns, best);
	const picked = { best, 'one-error': oneErrorPoint(table, columns, best) };
	const alpha = options.alpha ?? 0.05;
	const folds = dealFolds(table.queries, strata, options, 'sweep', swept.clusters);
	const heldOut = crossValidate(table, folds, RULES);
	const gained = RULES.map((rule) => gainsOf(table, folds, heldOut[rule]));
	const metric = swept.metrics[0] as Metric;
	const tests = gained.map((held, i) =>
		gainTest(held, swept.clusters, {
			...{ folds: options.folds, seed: options.seed, confidence: 1 - alpha },
			...{ max: metric.max, name: RULES[i] as ChoiceRule },
		}),
	);
	const corrected = holm(tests.map(({ p }) => p));
	const base = meanAt(table, swept.base);
	return {
		metric,
		base,
		folds: options.folds,
		repeats: options.repeats,
		choices: RULES.map((rule, i): Choice => {
			const held = gained[i] as HeldOutGains;
			const test = tests[i] as GainTest;
			const correctedP = corrected[i] as number;
			const gain = mean(held.gains);
			const same = [...heldOut[rule].chosen.keys()].every((point) => point === swept.base);
			const optimistic = meanAt(table, picked[rule]);
			return {
				rule,
				point: picked[rule],
				optimistic,
				heldOut: base + gain,
				gap: optimistic - base - gain,
				chosen: frequencies(heldOut[rule]),
				gain,
				interval: same ? NO_DIFFERENCE : test.interval,
				p: test.p,
				clustering: test.clustering,
				level: corrections.holm.singleLevel(alpha, RULES.length),
				correctedP,
				verdict: same ? 'equivalent' : verdictOf(test, correctedP, alpha),
				strata: strataGains(swept, held),
			};
		}),
		flatShare: within.reduce((sum, flag) => sum + flag, 0) / table.points,
		curves: curvesOf(swept, best, within),
		reaches: legReaches(keptAt(swept, best), swept.axes, options.cutoff),
		remarks: remarksOn(swept, best, options),
	};
}

/** As in comparisons: the corrected p and the interval have to agree. */
function verdictOf({ interval }: GainTest, correctedP: number, alpha: number): Verdict {
	if (correctedP >= alpha) return 'inconclusive';
	return interval.low > 0 ? 'win' : interval.high < 0 ? 'loss' : 'inconclusive';
}

function strataGains({ strata, table, base }: Swept, { gains }: HeldOutGains): readonly StratumGain[] {
	return strata.map(({ name, rows }) => {
		const over = (values: Float64Array): number => mean(Float64Array.from(rows, (row) => values[row] as number));
		const asSet = over(table.values.subarray(base * table.queries, (base + 1) * table.queries));
		return { stratum: name, n: rows.length, base: asSet, heldOut: asSet + over(gains) };
	});
}

function frequencies({ chosen }: HeldOut): Choice['chosen'] {
	const total = [...chosen.values()].reduce((sum, count) => sum + count, 0);
	return [...chosen]
		.map(([point, count]) => ({ point, share: count / total }))
		.sort((x, y) => y.share - x.share || x.point - y.point);
}

/** The legs that a point fuses, with its pipeline. */
function keptAt({ points, variants }: Swept, point: number): KeptLegs {
	const { variant, pipeline } = points[point] as SweepPoint;
	return { ...(variants[variant] as Variant).kept, pipeline };
}

function remarksOn(swept: Swept, best: number, { cutoff, seed }: FindingOptions): readonly string[] {
	const { sampling, points, total, empty } = swept;
	const remarks: string[] = [];
	if (sampling !== 'all') remarks.push(`${points.length} of ${total} points, picked by ${sampling} sampling.`);
	if (empty > 0) remarks.push(`${empty} points are left out: every leg has weight 0 there.`);
	const kept = keptAt(swept, best);
	for (const audit of auditKept(kept, { cutoff, seed })) {
		const unused = kept.pipeline.legs.some((leg) => leg.name === audit.leg && leg.weight === 0);
		if (unused) remarks.push(`At the best point ${audit.leg} has weight 0.`);
		else {
			const instead = whyNotATest(audit);
			if (instead !== undefined)
				remarks.push(`At the best point: ${notATestOf(audit.leg)} (${instead}; top ${cutoff}).`);
			else if (audit.remark !== null) remarks.push(`At the best point: ${audit.remark} (top ${cutoff}).`);
		}
	}
	return remarks;
}

function meanAt(table: ValueTable, point: number): number {
	return mean(table.values.subarray(point * table.queries, (point + 1) * table.queries));
}

function mean(values: Float64Array): number {
	return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
