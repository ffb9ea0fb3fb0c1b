import { clustersOfQueries } from '../../compare/cluster-choice.ts';
import type { Query } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import type { StratumRows } from '../../stats/resample.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import { dealFolds, type Folds } from '../grid/folds.ts';
import type { ScoredGrid } from '../grid/score-grid.ts';
import { systemAsSet } from '../grid/value-table.ts';
import { conclude } from './conclusion.ts';
import { baseGrid, controlGrid } from './grid.ts';
import { type HeldOutPair, type HeldOutQueries, judgeHeldOut } from './held-out-rows.ts';
import { judgePools } from './pool-rows.ts';
import { type ConjunctionPower, conjunctionPower } from './power.ts';
import { prepareAll } from './prepare.ts';
import type { RetestReport, VariantReport } from './report.ts';
import { type Prepared, type TunedVariant, testedReport } from './tested-report.ts';
import { meanOf, type TunedSystem, tune, tunedFigures } from './tune.ts';
import type { RetestInput, RetestOptions } from './variant.ts';

/**
 * The fair test of a leg: every variant of it in the same pool as the base legs, tuned, on queries that had no part in
 * the tuning; against the base tuned, against a control (the base pulled deeper, tuned over as many settings), and
 * against the source placebo (the leg with other queries' documents), tuned alike; against the order placebo (its own
 * documents shuffled), which asks another question; and what its pool holds beside the control of the same size. All
 * verdicts against the base are one family. Variants whose leg can matter at none of the weights, or whose graph can't know,
 * get no verdict.
 */
export function retest(input: RetestInput, options: RetestOptions): RetestReport {
	const { leg, deeper } = input;
	const base = tune(deeper, baseGrid(deeper.pipeline), options, (scored) =>
		foldsOf(scoredQueries(deeper.queries, scored), options),
	);
	const queries = scoredQueries(deeper.queries, base);
	const strata = strataOf(queries);
	const folds = foldsOf(queries, options);
	const clusters = clustersOfQueries(queries, options.compare.clusters);
	const heldOut: HeldOutQueries = {
		metric: options.metric,
		queries,
		strata,
		folds,
		foldCount: options.folds,
		clusters,
	};
	const control = tune(deeper, controlGrid(deeper.pipeline, options.weights), options, heldOut.folds);
	const prepared = prepareAll(input, options, heldOut.folds);
	const pairs = (referenceOf: (tested: TunedVariant) => readonly TunedSystem[]): readonly HeldOutPair[] =>
		prepared.flatMap(({ variant, tested }) => {
			const references = tested === undefined ? [] : referenceOf(tested);
			if (tested === undefined || references.length === 0) return [];
			return [{ label: variant.label, reference: averaged(references), variant: tested.system.heldOut.values }];
		});
	const { margin: _, ...withoutMargin } = options.compare;
	const againstBase = judgeHeldOut(
		pairs(() => [base]),
		heldOut,
		options.compare,
	);
	const againstControl = judgeHeldOut(
		pairs(() => [control]),
		heldOut,
		withoutMargin,
	);
	const againstSource = judgeHeldOut(
		pairs(({ sources }) => sources),
		heldOut,
		withoutMargin,
	);
	const againstOrder = judgeHeldOut(
		pairs(({ orders }) => orders),
		heldOut,
		withoutMargin,
	);
	const poolRows = judgePools(
		prepared
			.filter(({ fairness }) => fairness.instead !== 'no verdict')
			.map(({ variant, pool }) => ({ label: variant.label, pool })),
		deeper.queries,
		options.compare,
	);
	const reports = prepared.map((one): VariantReport => {
		const { variant, fairness, pool } = one;
		const own = <T extends { readonly challenger: string }>(rows: readonly T[]): readonly T[] =>
			rows.filter(({ challenger }) => challenger === variant.label);
		return {
			label: variant.label,
			settings: variant.settings,
			...fairness,
			pool: { withLeg: mean(pool.withLeg), withoutLeg: mean(pool.withoutLeg), control: mean(pool.control) },
			poolRows: own(poolRows),
			tested: testedReport(one, leg, options, {
				againstBase: own(againstBase),
				againstControl: own(againstControl),
				againstSource: own(againstSource),
				againstOrder: own(againstOrder),
			}),
		};
	});
	const found: Omit<RetestReport, 'conclusion' | 'power'> = {
		leg,
		baseLegs: deeper.pipeline.legs.filter(({ weight }) => weight > 0).map(({ name }) => name),
		options,
		queries,
		unscored: deeper.queries.length - queries.length,
		strata: strata.map(({ name, rows }) => ({ name, n: rows.length })),
		base: { ...tunedFigures(base), asSet: base.means[systemAsSet(base.table)] as number },
		control: tunedFigures(control),
		variants: reports,
		family: againstBase.length,
	};
	return {
		...found,
		conclusion: conclude(found),
		power: powerOf({ base, control, prepared }, heldOut, againstBase.length, options),
	};
}

/** The power of the variant that did best: a finding would rest on it. */
function powerOf(
	{ base, control, prepared }: { base: TunedSystem; control: TunedSystem; prepared: readonly Prepared[] },
	queries: HeldOutQueries,
	family: number,
	{ compare, simulations }: RetestOptions,
): ConjunctionPower | undefined {
	const [best] = prepared
		.flatMap(({ variant, tested }) => (tested === undefined ? [] : [{ label: variant.label, tested }]))
		.sort((x, y) => meanOf(y.tested.system.heldOut.values) - meanOf(x.tested.system.heldOut.values));
	if (best === undefined || simulations === 0) return undefined;
	const { system, sources } = best.tested;
	const references = [base.heldOut.values, control.heldOut.values, averaged(sources)];
	const conjunction = { label: best.label, variant: system.heldOut.values, references };
	return conjunctionPower(conjunction, queries, family, compare, simulations);
}

function strataOf(queries: readonly Query[]): readonly StratumRows[] {
	return rowsByStratum(queries.map(({ stratum }) => stratum));
}

function foldsOf(queries: readonly Query[], options: RetestOptions): Folds {
	return dealFolds(
		queries.length,
		strataOf(queries),
		options,
		'retest',
		clustersOfQueries(queries, options.compare.clusters),
	);
}

function scoredQueries(queries: readonly Query[], { columns }: Pick<ScoredGrid, 'columns'>): readonly Query[] {
	if (columns.length === 0)
		throw new BenchError('data', 'no query can be scored on this metric: none has a relevant document', {
			hint: '`bench data stats` shows what is judged.',
		});
	return Array.from(columns, (queryIndex) => queries[queryIndex] as Query);
}

/** By repeat and query, the mean over several systems. */
function averaged(systems: readonly TunedSystem[]): readonly Float64Array[] {
	const [first, ...others] = systems.map(({ heldOut }) => heldOut.values);
	if (first === undefined || others.length === 0) return first ?? [];
	return first.map((values, repeat) =>
		values.map(
			(value, column) =>
				others.reduce((sum, system) => sum + (system[repeat]?.[column] as number), value) / systems.length,
		),
	);
}

function mean(values: readonly number[]): number {
	return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
