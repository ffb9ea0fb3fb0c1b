import { alignScores } from '../../../harness/compare/align.ts';
import { compareScores, resolveCompareOptions } from '../../../harness/compare/compare-scores.ts';
import { OVERALL } from '../../../harness/compare/comparison.ts';
import type { Verdict } from '../../../harness/compare/verdict.ts';
import type { KeptLegs } from '../../../harness/fusion/kept-legs.ts';
import { createEvaluator } from '../../../harness/legs/grid/evaluator.ts';
import { parseMetrics } from '../../../harness/metrics/index.ts';
import type { QueryScores } from '../../../harness/run/scores.ts';
import { type Candidate, DEEPEST, type LegName, SINGLE, single } from './candidates.ts';

export const METRICS = ['nDCG@10', 'recall@10'] as const;
export type MetricName = (typeof METRICS)[number];

/** Where a candidate is looked at: a dataset, overall or on one stratum, and a metric. */
export interface Cell {
	readonly dataset: string;
	readonly scope: string;
	readonly metric: MetricName;
	readonly queries: number;
	/** The best single leg here, and its mean. */
	readonly leg: LegName;
	readonly mean: number;
}

/** A dataset whose legs are kept, and its cells. */
export interface Measured {
	readonly name: string;
	readonly cells: readonly Cell[];
	/** Mean of the candidate less that of the best single leg, by cell. */
	differences(candidate: Candidate): readonly number[];
	/** By cell: what `bench compare` says of the candidate against the best single leg of the cell. */
	verdicts(candidate: Candidate): readonly Verdict[];
}

/** `strata`: whether each stratum is a cell beside the whole. */
export function measure(name: string, kept: KeptLegs, strata: boolean): Measured {
	const evaluator = createEvaluator(kept, parseMetrics(METRICS), DEEPEST);
	const n = kept.queries.length;
	const out = new Float64Array(METRICS.length * n);
	const valuesOf = ({ fusion, options, weights, depth }: Candidate): Float64Array => {
		const legs = kept.pipeline.legs.map((leg) => ({ ...leg, weight: weights[leg.name as LegName] ?? 0, depth }));
		evaluator.evaluate({ ...kept.pipeline, fusion, fusionOptions: options, legs }, out);
		return out.slice();
	};
	const singles = new Map(SINGLE.map((leg) => [leg, valuesOf(single(leg))]));
	const scopes = [OVERALL, ...(strata ? new Set(kept.queries.map(({ stratum }) => stratum)) : [])];
	const rowsOf = (scope: string, m: number): readonly number[] =>
		[...kept.queries.keys()]
			.filter((i) => scope === OVERALL || kept.queries[i]?.stratum === scope)
			.map((i) => m * n + i)
			.filter((at) => !Number.isNaN([...singles.values()][0]?.[at]));
	const meanOf = (values: Float64Array, rows: readonly number[]): number =>
		rows.reduce((sum, at) => sum + (values[at] as number), 0) / rows.length;
	const located = METRICS.flatMap((metric, m) =>
		scopes.map((scope) => {
			const rows = rowsOf(scope, m);
			const means = SINGLE.map((leg) => meanOf(singles.get(leg) as Float64Array, rows));
			const mean = Math.max(...means);
			const leg = SINGLE[means.indexOf(mean)] as LegName;
			return { rows, cell: { dataset: name, scope, metric, queries: rows.length, leg, mean } };
		}),
	);
	const scoresOf = (values: Float64Array): readonly QueryScores[] =>
		kept.queries.map(({ id, stratum }, i) => ({
			queryId: id,
			stratum,
			relevant: Number.isNaN(values[i]) ? 0 : 1,
			metrics: Number.isNaN(values[i])
				? undefined
				: Object.fromEntries(METRICS.map((metric, m) => [metric, values[m * n + i] as number])),
		}));
	return {
		name,
		cells: located.map(({ cell }) => cell),
		differences(candidate) {
			const values = valuesOf(candidate);
			return located.map(({ rows, cell }) => meanOf(values, rows) - cell.mean);
		},
		verdicts(candidate) {
			const challenger = scoresOf(valuesOf(candidate));
			const against = new Map(
				[...new Set(located.map(({ cell }) => cell.leg))].map((leg) => {
					const aligned = alignScores([scoresOf(singles.get(leg) as Float64Array), challenger]);
					const systems = { labels: [leg, 'hybrid'], aligned, metrics: METRICS, remarksOn: () => new Map() };
					return [leg, compareScores(systems, resolveCompareOptions({})).rows];
				}),
			);
			return located.map(({ cell: { leg, metric, scope } }) => {
				const row = against.get(leg)?.find((one) => one.metric === metric && one.stratum === scope);
				return (row as NonNullable<typeof row>).verdict;
			});
		},
	};
}
