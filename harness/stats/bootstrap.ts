import {
	type BootstrapSample,
	type Interval,
	type IntervalMethodName,
	intervalMethods,
	shareAtMostZero,
} from './bootstrap-interval.ts';
import { meanDelta } from './deltas.ts';
import { type ResampledMeans, resampleMeans, type StratumRows } from './resample.ts';

export interface BootstrapResult {
	readonly interval: Interval;
	/** P(Δ <= 0): share of resampled mean deltas that are 0 or less. */
	readonly shareAtMostZero: number;
}

export interface BootstrapSettings {
	/** B, the number of resamples. */
	readonly resamples: number;
	readonly confidence: number;
	readonly method: IntervalMethodName;
	readonly seed: number;
}

/** One column's intervals: overall by stratified resampling, each stratum by plain resampling of its own. */
export interface StratifiedBootstrap {
	readonly overall: BootstrapResult;
	readonly strata: ReadonlyMap<string, BootstrapResult>;
}

/** Intervals of the mean of every column, overall and per stratum, from one set of resamples. */
export function bootstrap(
	columns: readonly (readonly number[])[],
	strata: readonly StratumRows[],
	settings: BootstrapSettings,
): readonly StratifiedBootstrap[] {
	const resampled = resampleMeans(columns, strata, settings.resamples, settings.seed);
	return columns.map((column, place) => {
		const { overall, strata: means } = resampled[place] as ResampledMeans;
		const allDeltas: number[] = [];
		const allCentred: number[] = [];
		const byStratum = new Map<string, BootstrapResult>();
		for (const { name, rows } of strata) {
			const deltas = rows.map((row) => column[row] as number);
			const observed = meanDelta(deltas);
			const centred = deltas.map((delta) => delta - observed);
			for (const delta of deltas) allDeltas.push(delta);
			for (const c of centred) allCentred.push(c);
			byStratum.set(name, result(observed, means.get(name) as Float64Array, centred, settings));
		}
		return { overall: result(meanDelta(allDeltas), overall, allCentred, settings), strata: byStratum };
	});
}

function result(
	observed: number,
	means: Float64Array,
	centred: readonly number[],
	{ method, confidence }: BootstrapSettings,
): BootstrapResult {
	if (centred.every((c) => c === 0))
		return { interval: { low: observed, high: observed }, shareAtMostZero: observed <= 0 ? 1 : 0 };
	const sample: BootstrapSample = { observed, sorted: means.slice().sort(), centred };
	return { interval: intervalMethods[method](sample, confidence), shareAtMostZero: shareAtMostZero(means) };
}
