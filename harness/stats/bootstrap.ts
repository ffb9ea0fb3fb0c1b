import { type BootstrapSample, intervalMethods, shareAtMostZero } from './bootstrap-interval.ts';
import type { BootstrapResult, BootstrapSettings } from './bootstrap-result.ts';
import { clusterBootstrap } from './cluster-bootstrap.ts';
import { allSingle } from './clusters.ts';
import type { Interval } from './interval.ts';
import { type ObservedMean, observe, pooled } from './observed-mean.ts';
import { insideStrata, type Resampled, type ResampledColumn, resampleMeans, type StratumRows } from './resample.ts';
import { poolSmallStrata } from './small-strata.ts';
import { pAtLeast, pAtMost, pivotsOf, type Studentised, studentisedP } from './studentised.ts';
import { constantInterval, constantP } from './unmoved-bound.ts';
import { varianceFloor } from './variance-floor.ts';

export type { BootstrapResult, BootstrapSettings } from './bootstrap-result.ts';

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
	const inside = insideStrata(strata);
	const pools = poolSmallStrata(inside);
	return columns.map((column, i) => {
		const { overall, strata: drawn } = resampled[i] as ResampledColumn;
		const max = settings.max?.[i] ?? column.reduce((most, delta) => Math.max(most, Math.abs(delta)), 1);
		const of = ({ rows }: StratumRows): ObservedMean => observe(rows.map((row) => column[row] as number));
		const clustered = ({ name, rows }: StratumRows): BootstrapResult | undefined => {
			const clusters = settings.clusters && rows.map((row) => settings.clusters?.[row] as string);
			const deltas = rows.map((row) => column[row] as number);
			// Rows that are clusters of their own are independent, and NaN is nobody's business but `result`'s.
			if (clusters === undefined || allSingle(clusters) || !deltas.every(Number.isFinite)) return undefined;
			return clusterBootstrap(deltas, clusters, name, max, settings);
		};
		const all = { name: '', rows: inside.flatMap(({ rows }) => rows) };
		return {
			overall: clustered(all) ?? result(pooled(pools.map(of)), overall, max, settings),
			strata: new Map(
				strata.map((stratum) => [
					stratum.name,
					clustered(stratum) ?? result(of(stratum), drawn.get(stratum.name) as Resampled, max, settings),
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
