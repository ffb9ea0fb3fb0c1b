import type { Query } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { systemAsSet } from '../sweep/value-table.ts';
import { conclude } from './conclusion.ts';
import { fairnessOf } from './fairness.ts';
import { baseGrid, challengerGrid, controlGrid } from './grid.ts';
import { dealFolds } from './held-out.ts';
import { type Ground, judgeMatches, type Match } from './opponents.ts';
import { canShuffle, placeboLegs } from './placebo.ts';
import { poolRecall } from './pool-recall.ts';
import { judgePools } from './pool-rows.ts';
import type { RetestReport, VariantReport } from './report.ts';
import type { ScoredGrid } from './scored-grid.ts';
import { strataOf } from './strata.ts';
import { type Prepared, testedReport } from './tested-report.ts';
import { type TunedSystem, tune, tunedFigures } from './tune.ts';
import type { RetestInput, RetestOptions } from './variant.ts';

/**
 * The fair test of a leg: every variant of it in the same pool as the base legs, tuned, on queries that had no part in
 * the tuning; against the base tuned, against a control (the base pulled deeper, tuned over as many settings), and
 * against the same leg shuffled, tuned alike; and what its pool holds beside the control of the same size. All verdicts
 * against the base are one family. Variants that the audit finds live at none of the weights, or whose graph can't know,
 * get no verdict.
 */
export function retest(input: RetestInput, options: RetestOptions): RetestReport {
	const { leg, deeper } = input;
	const base = tune(deeper, baseGrid(deeper.pipeline), options, (scored) =>
		dealFolds(scored.columns.length, strataOf(scoredQueries(deeper.queries, scored)), options),
	);
	const queries = scoredQueries(deeper.queries, base);
	const strata = strataOf(queries);
	const ground: Ground = {
		metric: options.metric,
		queries,
		strata,
		folds: dealFolds(queries.length, strata, options),
		foldCount: options.folds,
	};
	const control = tune(deeper, controlGrid(deeper.pipeline, options.weights), options, ground.folds);
	const prepared = prepareAll(input, options, ground);
	const tested = prepared.filter(({ tested }) => tested !== undefined);
	const matches = (opponent: (one: Prepared) => readonly (readonly Float64Array[])[]): readonly Match[] =>
		tested.flatMap((one) => {
			const copies = opponent(one);
			if (copies.length === 0) return [];
			const challenger = one.tested?.system.heldOut.values ?? [];
			return [{ label: one.variant.label, opponent: averaged(copies), challenger }];
		});
	const againstBase = judgeMatches(
		matches(() => [base.heldOut.values]),
		ground,
		options.compare,
	);
	const { margin: _, ...withoutMargin } = options.compare;
	const againstControl = judgeMatches(
		matches(() => [control.heldOut.values]),
		ground,
		withoutMargin,
	);
	const againstPlacebo = judgeMatches(
		matches(({ tested }) => (tested?.placebos ?? []).map(({ heldOut }) => heldOut.values)),
		ground,
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
				againstPlacebo: own(againstPlacebo),
			}),
		};
	});
	const found: Omit<RetestReport, 'conclusion'> = {
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
	return { ...found, conclusion: conclude(found) };
}

function prepareAll(input: RetestInput, options: RetestOptions, ground: Ground): readonly Prepared[] {
	const { leg, variants, deeper } = input;
	const auditing = options.progress?.start('auditing', variants.length);
	const audited = variants.map((variant) => {
		const fairness = fairnessOf(variant, input, options);
		const pool = poolRecall(variant.kept, leg, options.cutoff, deeper);
		auditing?.advance();
		return { variant, fairness, pool };
	});
	auditing?.stop();
	const fair = audited.filter(({ fairness }) => fairness.instead === undefined).length;
	const tuning = options.progress?.start('tuning', fair * (1 + options.shuffles));
	const prepared = audited.map((one): Prepared => {
		if (one.fairness.instead !== undefined) return { ...one, tested: undefined };
		const { kept } = one.variant;
		const grid = challengerGrid(kept.pipeline, leg, options.weights);
		const tuned = (legs: typeof kept): TunedSystem => {
			const system = tune(legs, grid, options, ground.folds);
			tuning?.advance();
			return system;
		};
		const copies = canShuffle(kept, leg) ? options.shuffles : 0;
		return {
			...one,
			tested: {
				system: tuned(kept),
				placebos: Array.from({ length: copies }, (_, copy) => tuned(placeboLegs(kept, leg, options.seed, copy))),
			},
		};
	});
	tuning?.stop();
	return prepared;
}

function scoredQueries(queries: readonly Query[], { columns }: ScoredGrid): readonly Query[] {
	if (columns.length === 0)
		throw new BenchError('data', 'no query can be scored on this metric: none has a relevant document', {
			hint: '`bench data stats` shows what is judged.',
		});
	return Array.from(columns, (place) => queries[place] as Query);
}

/** By repeat and query, the mean over several systems. */
function averaged(systems: readonly (readonly Float64Array[])[]): readonly Float64Array[] {
	const [first, ...others] = systems;
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
