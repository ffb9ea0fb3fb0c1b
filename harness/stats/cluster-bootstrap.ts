import { intervalMethods, shareAtMostZero } from './bootstrap-interval.ts';
import type { BootstrapResult, BootstrapSettings, Clustering } from './bootstrap-result.ts';
import { resampleClusters } from './cluster-resample.ts';
import { biasReducedError } from './cluster-t.ts';
import { type ClusterSums, clusterSums, FEW_CLUSTERS, smallestP } from './clusters.ts';
import type { Interval } from './interval.ts';
import { intraclass } from './intraclass.ts';
import { pAtLeast, pAtMost, pivotsOf, type Studentised, studentisedP } from './studentised.ts';
import { constantInterval, constantP } from './unmoved-bound.ts';
import { signPatterns, wildCluster } from './wild-cluster.ts';

/** Fewer clusters are too few to resample. */
const RESAMPLE_FROM = 8;

/**
 * Interval and p of a mean over queries whose clusters are the units that were sampled. Both are the widest of the
 * cluster-robust t with bias-reduced standard error (`cluster-t.ts`), the studentised cluster bootstrap from
 * {@link RESAMPLE_FROM} clusters on, and the wild cluster bootstrap below {@link FEW_CLUSTERS}: the first two are too
 * narrow for few clusters, the third one where clusters are skewed (measured by `scripts/check/clusters.ts`). p < alpha
 * exactly where the default interval at 1 - alpha is off 0, apart from clusters too few for any p below alpha
 * (`smallestP`): there p says that nothing can be claimed, and the interval is that of t. Where all deltas are one
 * number, the rule of three counts clusters, not queries: nobody has seen that queries of one cluster move apart.
 */
export function clusterBootstrap(
	deltas: readonly number[],
	clusters: readonly string[],
	name: string,
	max: number,
	settings: BootstrapSettings,
): BootstrapResult {
	const sums = clusterSums(deltas, clusters);
	const alike = intraclass(sums);
	const few = alike.clusters < FEW_CLUSTERS;
	const clustering: Clustering = { ...alike, method: few ? 'wild' : 'bootstrap' };
	const { mean } = sums;
	const resampled = resampleClusters(sums, settings.resamples, settings.seed, name);
	if (deltas.every((delta) => delta === deltas[0]) || alike.clusters < 2) {
		const one = alike.clusters < 2;
		const at = (confidence: number): Interval =>
			one ? { low: -max, high: max } : constantInterval(mean, alike.clusters, confidence, max);
		const p = (value: number): number => (one ? 1 : constantP(mean, alike.clusters, value, max));
		return {
			interval: at(settings.confidence),
			shareAtMostZero: mean <= 0 ? 1 : 0,
			studentisedP: Math.min(1, 2 * p(0)),
			at,
			pAtMost: (value) => (value < mean ? p(value) : 1),
			pAtLeast: (value) => (value > mean ? p(value) : 1),
			clustering,
		};
	}
	const floor = clusterFloor(sums, max);
	const { standardError, df } = biasReducedError(sums, Math.max(0, alike.icc ?? 0));
	const studentised: Studentised = {
		mean,
		standardError: Math.sqrt(standardError ** 2 + floor),
		df,
		pivots: alike.clusters < RESAMPLE_FROM ? new Float64Array() : pivotsOf(mean, floor, resampled),
		max,
	};
	const wild = few ? wildCluster(sums.sums, floor, signPatterns(sums.sizes, settings.seed)) : undefined;
	const atMost = (value: number): number => Math.max(pAtMost(studentised, value), wild?.pAtMost(value) ?? 0);
	const atLeast = (value: number): number => Math.max(pAtLeast(studentised, value), wild?.pAtLeast(value) ?? 0);
	const sample = {
		observed: mean,
		sorted: settings.method === 'studentised' ? resampled.means : resampled.means.slice().sort(),
		centred: Array.from(sums.sums, (sum, g) => sum - (sums.sizes[g] as number) * mean),
		studentised,
	};
	const at = (confidence: number): Interval => {
		const inner = intervalMethods[settings.method](sample, confidence);
		if (wild === undefined || settings.method !== 'studentised') return inner;
		// Too few clusters for sign flips to leave any value out: the interval is that of t, and the p says that it is no claim.
		if (smallestP(alike.clusters) > 1 - confidence) return inner;
		const half = (1 - confidence) / 2;
		return {
			low: endOf(inner.low, -max, (value) => wild.pAtMost(value) >= half),
			high: endOf(inner.high, max, (value) => wild.pAtLeast(value) >= half),
		};
	};
	return {
		interval: at(settings.confidence),
		shareAtMostZero: shareAtMostZero(resampled.means),
		studentisedP: wild === undefined ? studentisedP(studentised) : Math.min(1, 2 * Math.min(atMost(0), atLeast(0))),
		at,
		pAtMost: atMost,
		pAtLeast: atLeast,
		clustering,
	};
}

const STEPS = 24;

/** The farthest value from `inner` towards `outer` that is still held: where halving finds the end of what is. */
function endOf(inner: number, outer: number, held: (value: number) => boolean): number {
	if (!held(inner)) return inner;
	if (held(outer)) return outer;
	let [inside, outside] = [inner, outer];
	for (let step = 0; step < STEPS; step++) {
		const middle = (inside + outside) / 2;
		if (held(middle)) inside = middle;
		else outside = middle;
	}
	return outside;
}

/**
 * The floor of `variance-floor.ts` with clusters as the observations, in units of the mean cluster size: a cluster in
 * which nothing moved counts as a tie, one in which something did says how far a cluster can move.
 */
function clusterFloor({ n, sizes, sums, squares }: ClusterSums, max: number): number {
	const clusters = sizes.length;
	const typical = n / clusters;
	const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
	const still = squares.filter((square) => square === 0).length;
	const moves = sums.reduce((total, sum) => total + (sum / typical) ** 2, 0);
	const size = (moves + 0.25 * ((max * largest) / typical) ** 2) / (clusters - still + 0.25);
	return (2 * (still / clusters) * size) / clusters ** 2;
}
