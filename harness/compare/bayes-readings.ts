import { BenchError } from '../errors.ts';
import { parseMetric } from '../metrics/index.ts';
import { type MeanPosterior, type MeanPrior, meanPosterior } from '../stats/bayes.ts';
import type { Comparison, ComparisonRow } from './comparison.ts';

/** Sd of the prior of a mean delta, as a share of the metric's largest value: two systems are rarely .2 apart. */
export const PRIOR_SHARE = 0.1;

/** The posterior of one row of a comparison, which stands beside its tests and decides nothing. */
export interface BayesReading {
	readonly row: ComparisonRow;
	readonly prior: MeanPrior;
	/** Undefined where the deltas have no spread. */
	readonly posterior: MeanPosterior | undefined;
}

/**
 * The posterior of every row's mean delta, in the order of the rows. Each row stands on its own: nothing is corrected for
 * their number but what the prior does, which pulls towards 0. The region of practical equivalence is the comparison's
 * margin. `priorSd` > 0 in the metric's units; default: {@link PRIOR_SHARE} of its largest value.
 */
export function bayesReadings({ rows, options }: Comparison, priorSd?: number): readonly BayesReading[] {
	if (priorSd !== undefined && !(priorSd > 0 && Number.isFinite(priorSd)))
		throw new BenchError('usage', `the sd of a prior is above 0, not ${priorSd}`);
	return rows.map((row) => {
		const { max } = parseMetric(row.metric);
		const prior: MeanPrior = { sd: priorSd ?? PRIOR_SHARE * max, bound: max };
		const settings = { margin: options.margin, confidence: 1 - options.alpha };
		// Clustered queries weigh as much as their effective number.
		const { effect, clustering } = row;
		const n = Math.max(2, Math.floor(clustering?.effective ?? effect.n));
		return { row, prior, posterior: meanPosterior({ ...effect, n }, prior, settings) };
	});
}
