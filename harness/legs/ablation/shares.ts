import { clustersOfQueries } from '../../compare/cluster-choice.ts';
import type { CompareOptions } from '../../compare/comparison.ts';
import type { Metric } from '../../contract.ts';
import type { QueryScores } from '../../run/scores.ts';
import { insideOverall } from '../../run/scoring.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import { type AblationRow, type ShapleyDifference, type ShapleyShare, wholeSystem } from './ablation.ts';
import { shapleyValues } from './shapley.ts';
import { meansWithIntervals } from './share-intervals.ts';

/** Shapley shares of the whole system, and how far the legs' shares lie apart. */
export interface ShapleyShares {
	/** By metric, then leg. */
	readonly shares: readonly ShapleyShare[];
	/** By metric, then pair of legs in their order. */
	readonly differences: readonly ShapleyDifference[];
}

/**
 * Each leg's Shapley share of the whole system's mean, per metric, with a bootstrap interval over queries. The shares of
 * a metric add up to that mean; the empty system is worth 0. Subsets are those with all stages.
 *
 * A share is a mean over queries of the query's own Shapley value, so its interval is that of a mean. Shares of one
 * metric come from the same queries, so whether two legs differ is read from the interval of their difference, not from
 * whether theirs overlap; those of a metric's pairs hold together (each has confidence 1 - alpha / pairs; Bonferroni).
 */
export function shapleyShares(
	rows: readonly AblationRow[],
	metrics: readonly Metric[],
	options: CompareOptions,
): ShapleyShares {
	const whole = wholeSystem(rows);
	const { legs } = whole.variant;
	const subsets = new Map<number, AblationRow>();
	for (const row of rows)
		if (row.variant.withoutStages.length === 0)
			subsets.set(
				row.variant.legs.reduce((bits, leg) => bits | (1 << legs.indexOf(leg)), 0),
				row,
			);
	const pairs = legs.flatMap((leg, i) => legs.slice(i + 1).map((other, j) => ({ leg, other, i, j: i + 1 + j })));
	const perMetric = metrics.map(({ name, max }): ShapleyShares => {
		const inside = new Set(insideOverall(whole.run.scores));
		const scorable = whole.run.scores.flatMap((scores, queryIndex) =>
			scores.metrics?.[name] === undefined || !inside.has(scores) ? [] : [queryIndex],
		);
		const perQuery = scorable.map((queryIndex) =>
			shapleyValues(legs.length, (subset) => subsets.get(subset)?.run.scores[queryIndex]?.metrics?.[name] as number),
		);
		const columns = legs.map((_leg, i) => perQuery.map((values) => values[i] as number));
		const strata = rowsByStratum(scorable.map((queryIndex) => whole.run.scores[queryIndex]?.stratum as string));
		const clusters = clustersOfQueries(
			scorable.map((queryIndex) => {
				const { queryId, scope } = whole.run.scores[queryIndex] as QueryScores;
				return { id: queryId, scope };
			}),
			options.clusters,
		);
		const shares = meansWithIntervals(columns, strata, 1 - options.alpha, max, options, clusters);
		const differences = meansWithIntervals(
			pairs.map(({ i, j }) => perQuery.map((values) => (values[i] as number) - (values[j] as number))),
			strata,
			1 - options.alpha / Math.max(1, pairs.length),
			max,
			options,
			clusters,
		);
		return {
			shares: shares.map((share, i) => ({ metric: name, leg: legs[i] as string, ...share })),
			differences: pairs.map(({ leg, other }, i) => ({
				metric: name,
				leg,
				other,
				...(differences[i] as (typeof differences)[number]),
			})),
		};
	});
	return {
		shares: perMetric.flatMap(({ shares }) => shares),
		differences: perMetric.flatMap(({ differences }) => differences),
	};
}
