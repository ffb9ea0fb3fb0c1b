import {
	type BootstrapSample,
	type IntervalMethodName,
	intervalMethods,
	shareAtMostZero,
} from './bootstrap-interval.ts';
import type { Interval } from './interval.ts';
import { type ObservedMean, observe, pooled } from './observed-mean.ts';
import { type Resampled, type ResampledColumn, resampleMeans, type StratumRows } from './resample.ts';
import { poolSmallStrata } from './small-strata.ts';
import { pAtLeast, pAtMost, pivotsOf, type Studentised, studentisedP } from './studentised.ts';
import { constantInterval, constantP } from './unmoved-bound.ts';
import { varianceFloor } from './variance-floor.ts';

export interface BootstrapResult {
	readonly interval: Interval;
	/** P(Δ <= 0): share of resampled mean deltas that are 0 or less. */
	readonly shareAtMostZero: number;
	/**
	 * Two-sided p of "the mean delta is 0" by the studentised bootstrap: 1 - the confidence at which the studentised
	 * interval touches 0. So it is below alpha exactly where that interval at 1 - alpha is off 0.
	 */
	readonly studentisedP: number;
	/** The interval by the same method from the same resamples at another confidence. */
	readonly at: (confidence: number) => Interval;
	/** One-sided p of "the mean delta is `value` or less" by the studentised bootstrap, and of "`value` or more". */
	readonly pAtMost: (value: number) => number;
	readonly pAtLeast: (value: number) => number;
}

export interface BootstrapSettings {
	/** B, the number of resamples. */
	readonly resamples: number;
	readonly confidence: number;
	readonly method: IntervalMethodName;
	readonly seed: number;
	/**
	 * By column, the largest size that a delta can have: the metric's largest value. Bounds the interval and says how far
	 * the mean can be off where nothing or little moved. Absent: 1, or the largest delta seen where that is larger.
	 */
	readonly max?: readonly number[];
}

/** One column's intervals: overall by stratified resampling, each stratum by plain resampling of its own. */
export interface StratifiedBootstrap {
	readonly overall: BootstrapResult;
	readonly strata: ReadonlyMap<string, BootstrapResult>;
}

/** A stratum of fewer queries has the t interval (with the variance floor): too few to resample. */
const RESAMPLE_FROM = 10;

/**
 * Intervals of the mean of every column, overall and per stratum, from one set of resamples. Small strata are pooled for
 * the overall interval (`small-strata.ts`). Deltas that are all one number have no spread to resample: their interval is
 * that of `constantInterval`, whatever the method. A column with a delta that is no finite number gets NaN everywhere.
 */
export function bootstrap(
	columns: readonly (readonly number[])[],
	strata: readonly StratumRows[],
	settings: BootstrapSettings,
): readonly StratifiedBootstrap[] {
	const resampled = resampleMeans(columns, strata, settings.resamples, settings.seed);
	const pools = poolSmallStrata(strata);
	return columns.map((column, i) => {
		const { overall, strata: drawn } = resampled[i] as ResampledColumn;
		const max = settings.max?.[i] ?? column.reduce((most, delta) => Math.max(most, Math.abs(delta)), 1);
		const of = ({ rows }: StratumRows): ObservedMean => observe(rows.map((row) => column[row] as number));
		return {
			overall: result(pooled(pools.map(of)), overall, max, settings),
			strata: new Map(
				strata.map((stratum) => [
					stratum.name,
					result(of(stratum), drawn.get(stratum.name) as Resampled, max, settings),
				]),
			),
		};
	});
}

function result(
	observed: ObservedMean,
	resampled: Resampled,
	max: number,
	settings: BootstrapSettings,
): BootstrapResult {
	const { mean, deltas, standardError } = observed;
	const { method, confidence } = settings;
	if (!deltas.every(Number.isFinite)) return NOT_NUMBERS;
	if (standardError === 0 && deltas.every((delta) => delta === deltas[0])) {
		const at = (level: number): Interval => constantInterval(mean, deltas.length, level, max);
		const p = (value: number): number => constantP(mean, deltas.length, value, max);
		return {
			interval: at(confidence),
			shareAtMostZero: mean <= 0 ? 1 : 0,
			studentisedP: Math.min(1, 2 * p(0)),
			at,
			pAtMost: (value) => (value < mean ? p(value) : 1),
			pAtLeast: (value) => (value > mean ? p(value) : 1),
		};
	}
	const studentised = studentise(observed, resampled, max);
	const sample: BootstrapSample = {
		observed: mean,
		sorted: method === 'studentised' ? resampled.means : resampled.means.slice().sort(),
		centred: observed.centred,
		studentised,
	};
	const at = (level: number): Interval => intervalMethods[method](sample, level);
	return {
		interval: at(confidence),
		shareAtMostZero: shareAtMostZero(resampled.means),
		studentisedP: studentisedP(studentised),
		at,
		pAtMost: (value) => pAtMost(studentised, value),
		pAtLeast: (value) => pAtLeast(studentised, value),
	};
}

function studentise({ mean, standardError, df, deltas }: ObservedMean, resampled: Resampled, max: number): Studentised {
	const floor = varianceFloor(deltas, max);
	return {
		mean,
		standardError: Math.sqrt(standardError ** 2 + floor),
		df,
		pivots: deltas.length < RESAMPLE_FROM ? new Float64Array() : pivotsOf(mean, floor, resampled),
		max,
	};
}

const NOWHERE: Interval = { low: Number.NaN, high: Number.NaN };
const NOT_NUMBERS: BootstrapResult = {
	interval: NOWHERE,
	shareAtMostZero: Number.NaN,
	studentisedP: Number.NaN,
	at: () => NOWHERE,
	pAtMost: () => Number.NaN,
	pAtLeast: () => Number.NaN,
};
