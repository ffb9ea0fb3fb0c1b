import type { Interval } from '../../stats/bootstrap-interval.ts';
import { studentTQuantile } from '../../stats/student-t.ts';
import { type Confusion, sumOfTables, withoutTable } from './confusion.ts';
import { kappaValue } from './kappa.ts';
import type { KappaWeights } from './weights.ts';

/**
 * Fewest queries that an interval over queries is given for. Measured at a nominal 95 % in seven worlds
 * (`scripts/check/kappa-coverage.ts`): from 5 queries on it covers 90-96 %, where resampling queries covers 76-86 % at 5
 * and reaches 90 % everywhere at 15 to 20 only. At 3 and 4 it covers as much, but is longer than 1 of the 2 that kappa
 * spans, and in up to half of the samples it is not defined.
 */
export const FEWEST_QUERIES = 5;

export interface QueryInterval {
	readonly interval: Interval;
	/** The standard error of kappa by the jackknife over queries. */
	readonly standardError: number;
	/** Queries; the interval has one degree of freedom fewer. */
	readonly queries: number;
}

/**
 * An interval of kappa that takes queries, not documents, as what was sampled: documents of one query are judged by the
 * same reading of it, so they are not independent, and an interval that takes them as such is too short.
 *
 * kappa ± t(G - 1) · standard error, cut to [-1, 1]; the standard error is the delete-one-query jackknife about kappa
 * itself, sqrt((G - 1) / G · Σ (kappa(-g) - kappa)²), G queries (Efron & Stein 1981; Cameron & Miller 2015 call it CR3
 * and recommend it with t(G - 1) for few clusters). `clusters`: the table of each query, all over the same grades.
 * Undefined where kappa is not defined, whole or without
 * any one query, and where all queries are alike.
 */
export function jackknifeInterval(
	clusters: readonly Confusion[],
	weights: KappaWeights,
	confidence: number,
): QueryInterval | undefined {
	const queries = clusters.length;
	if (queries < 2) return undefined;
	const whole = sumOfTables(clusters);
	const kappa = kappaValue(whole, weights);
	if (kappa === undefined) return undefined;
	let squares = 0;
	for (const cluster of clusters) {
		const without = kappaValue(withoutTable(whole, cluster), weights);
		if (without === undefined) return undefined;
		squares += (without - kappa) ** 2;
	}
	const standardError = Math.sqrt(((queries - 1) / queries) * squares);
	// Queries that are all alike say nothing of how others would differ: an interval of length 0 would claim certainty.
	if (standardError < 1e-12) return undefined;
	const reach = studentTQuantile((1 + confidence) / 2, queries - 1) * standardError;
	return {
		interval: { low: Math.max(-1, kappa - reach), high: Math.min(1, kappa + reach) },
		standardError,
		queries,
	};
}
