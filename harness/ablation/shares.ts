import type { CompareOptions } from '../compare/comparison.ts';
import type { Metric } from '../contract.ts';
import { bootstrap } from '../stats/bootstrap.ts';
import { meanDelta } from '../stats/deltas.ts';
import type { StratumRows } from '../stats/resample.ts';
import { type AblationRow, type ShapleyShare, wholeSystem } from './ablation.ts';
import { shapleyValues } from './shapley.ts';

/**
 * Each leg's Shapley share of the whole system's mean, per metric, with a bootstrap interval over queries. The shares of
 * a metric add up to that mean; the empty system is worth 0. Subsets are those with all stages.
 */
export function shapleyShares(
	rows: readonly AblationRow[],
	metrics: readonly Metric[],
	{ resamples, alpha, ci, seed }: CompareOptions,
): readonly ShapleyShare[] {
	const whole = wholeSystem(rows);
	const { legs } = whole.variant;
	const subsets = new Map<number, AblationRow>();
	for (const row of rows)
		if (row.variant.withoutStages.length === 0)
			subsets.set(
				row.variant.legs.reduce((bits, leg) => bits | (1 << legs.indexOf(leg)), 0),
				row,
			);
	return metrics.flatMap(({ name, max }) => {
		const scorable = whole.experiment.scores.flatMap(({ metrics: values }, place) =>
			values?.[name] === undefined ? [] : [place],
		);
		const perQuery = scorable.map((place) =>
			shapleyValues(legs.length, (subset) => subsets.get(subset)?.experiment.scores[place]?.metrics?.[name] as number),
		);
		const columns = legs.map((_leg, i) => perQuery.map((values) => values[i] as number));
		const intervals = bootstrap(columns, strataOf(whole, scorable), {
			resamples,
			confidence: 1 - alpha,
			method: ci,
			seed,
			max: columns.map(() => max),
		});
		return legs.map(
			(leg, i): ShapleyShare => ({
				metric: name,
				leg,
				value: meanDelta(columns[i] as number[]),
				interval: (intervals[i] as (typeof intervals)[number]).overall.interval,
			}),
		);
	});
}

function strataOf({ experiment }: AblationRow, places: readonly number[]): readonly StratumRows[] {
	const strata = new Map<string, number[]>();
	places.forEach((place, row) => {
		const stratum = experiment.scores[place]?.stratum as string;
		const members = strata.get(stratum);
		if (members === undefined) strata.set(stratum, [row]);
		else members.push(row);
	});
	return [...strata].map(([name, members]) => ({ name, rows: members }));
}
