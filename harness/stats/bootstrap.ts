import {
	type BootstrapSample,
	type Interval,
	type IntervalMethodName,
	intervalMethods,
	shareAtMostZero,
} from './bootstrap-interval.ts';
import { meanDelta, sdOfDeltas } from './deltas.ts';
import { type Resampled, type ResampledColumn, resampleMeans, type StratumRows } from './resample.ts';
import { studentisedP } from './studentised.ts';

export interface BootstrapResult {
	readonly interval: Interval;
	/** P(Δ <= 0): share of resampled mean deltas that are 0 or less. */
	readonly shareAtMostZero: number;
	/** Two-sided p of "the mean delta is 0" by the studentised bootstrap. */
	readonly studentisedP: number;
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
		const { overall, strata: drawn } = resampled[place] as ResampledColumn;
		const all: Observed[] = [];
		const byStratum = new Map<string, BootstrapResult>();
		for (const { name, rows } of strata) {
			const observed = observe(rows.map((row) => column[row] as number));
			all.push(observed);
			byStratum.set(name, result(observed, drawn.get(name) as Resampled, settings));
		}
		return { overall: result(pooled(all), overall, settings), strata: byStratum };
	});
}

/** What the deltas say without resampling. */
interface Observed {
	readonly n: number;
	readonly mean: number;
	readonly standardError: number;
	/** Deltas minus the mean of their own stratum. */
	readonly centred: readonly number[];
}

function observe(deltas: readonly number[]): Observed {
	const mean = meanDelta(deltas);
	const centred = deltas.map((delta) => delta - mean);
	return { n: deltas.length, mean, standardError: sdOfDeltas(deltas) / Math.sqrt(deltas.length), centred };
}

/** Strata weighted by their number of queries; their standard errors add up in squares. */
function pooled(strata: readonly Observed[]): Observed {
	const n = strata.reduce((sum, stratum) => sum + stratum.n, 0);
	return {
		n,
		mean: strata.reduce((sum, stratum) => sum + (stratum.n / n) * stratum.mean, 0),
		standardError: Math.hypot(...strata.map((stratum) => (stratum.n / n) * stratum.standardError)),
		centred: strata.flatMap(({ centred }) => centred),
	};
}

function result(observed: Observed, resampled: Resampled, { method, confidence }: BootstrapSettings): BootstrapResult {
	const { mean, standardError, centred } = observed;
	if (standardError === 0) {
		// Every resample is the sample: infinitely far from 0, or 0 itself.
		const studentised = mean === 0 ? 1 : 2 / (resampled.means.length + 1);
		return {
			interval: { low: mean, high: mean },
			shareAtMostZero: mean <= 0 ? 1 : 0,
			studentisedP: studentised,
		};
	}
	const sample: BootstrapSample = { observed: mean, sorted: resampled.means.slice().sort(), centred };
	return {
		interval: intervalMethods[method](sample, confidence),
		shareAtMostZero: shareAtMostZero(resampled.means),
		studentisedP: studentisedP(mean, standardError, resampled),
	};
}
