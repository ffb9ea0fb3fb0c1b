import { bisect } from '../../stats/bisect.ts';
import type { StratumRows } from '../../stats/resample.ts';

/** How often each query is drawn, by stratum and in the order of its rows; a stratum's weights sum to 1. */
export type DrawWeights = readonly Float64Array[];

/** Weights beyond e to this power would draw one query alone. */
const STEEPEST = 60;
/** So many queries must still be drawn in effect (Kish 1965), or a simulation would repeat a handful. */
export const FEWEST_DRAWN = 10;

/**
 * Weights under which queries drawn within their strata have the mean difference `wanted`: each query's weight grows
 * with e to the power of its difference (exponential tilting, Efron 1981, "Nonparametric standard errors and confidence
 * intervals"). A larger gain is so made of more queries that gain, in the sizes that were seen, and not of a constant
 * added to each: queries that did not move stay where they were, and no value leaves the metric's range. Undefined
 * where the differences seen can't make such a mean.
 */
export function tiltedWeights(
	deltas: Float64Array,
	strata: readonly StratumRows[],
	wanted: number,
	fewest = FEWEST_DRAWN,
): DrawWeights | undefined {
	const largest = deltas.reduce((most, delta) => Math.max(most, Math.abs(delta)), 0);
	if (largest === 0) return undefined;
	const total = strata.reduce((sum, { rows }) => sum + rows.length, 0);
	const weightsAt = (steepness: number): DrawWeights =>
		strata.map(({ rows }) => {
			const raw = Float64Array.from(rows, (row) => Math.exp((steepness * (deltas[row] as number)) / largest));
			const sum = raw.reduce((all, weight) => all + weight, 0);
			return raw.map((weight) => weight / sum);
		});
	const meanAt = (steepness: number): number =>
		weightsAt(steepness).reduce((mean, weights, s) => {
			const { rows } = strata[s] as StratumRows;
			const within = weights.reduce((sum, weight, i) => sum + weight * (deltas[rows[i] as number] as number), 0);
			return mean + (rows.length / total) * within;
		}, 0);
	if (meanAt(STEEPEST) < wanted || meanAt(-STEEPEST) > wanted) return undefined;
	const weights = weightsAt(bisect((steepness) => meanAt(steepness) - wanted, -STEEPEST, STEEPEST));
	const squares = weights.reduce((sum, within, s) => {
		const share = (strata[s] as StratumRows).rows.length / total;
		return sum + within.reduce((all, weight) => all + (share * weight) ** 2, 0);
	}, 0);
	return 1 / squares < fewest ? undefined : weights;
}
