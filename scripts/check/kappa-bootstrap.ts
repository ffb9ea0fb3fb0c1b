import type { Confusion } from '../../harness/labels/agreement/confusion.ts';
import { kappaValue } from '../../harness/labels/agreement/kappa.ts';
import type { KappaWeights } from '../../harness/labels/agreement/weights.ts';
import { randomStream } from '../../harness/random.ts';
import { type Interval, percentile } from '../../harness/stats/bootstrap-interval.ts';

export interface ClusterBootstrap {
	/** Percentile interval (Efron 1979). */
	readonly interval: Interval;
	/** Resamples in which kappa was not defined (one grade for everything); they are left out. */
	readonly undefinedResamples: number;
}

/**
 * A bootstrap interval of kappa that resamples queries with all their documents (Field & Welsh, "Bootstrapping
 * clustered data", 2007): documents of one query are judged by the same reading of it, so they are not independent, and
 * an interval that takes them as such is too short. `clusters`: the table of each query, all over the same grades.
 * Undefined where there are fewer than two queries or kappa is defined in fewer than half of the resamples.
 */
export function clusterBootstrap(
	clusters: readonly Confusion[],
	weights: KappaWeights,
	{ resamples, confidence, seed }: { readonly resamples: number; readonly confidence: number; readonly seed: number },
): ClusterBootstrap | undefined {
	const [first] = clusters;
	if (first === undefined || clusters.length < 2) return undefined;
	const { grades } = first;
	const k = grades.length;
	const flat = clusters.map(({ counts }) => counts.flat());
	const stream = randomStream(seed, 'bootstrap/kappa');
	const drawn = new Int32Array(clusters.length);
	const values: number[] = [];
	for (let resample = 0; resample < resamples; resample++) {
		stream.fillBelow(clusters.length, drawn);
		const cells = new Array<number>(k * k).fill(0);
		let n = 0;
		for (const place of drawn) {
			const cluster = flat[place] as number[];
			for (let cell = 0; cell < cells.length; cell++) cells[cell] = (cells[cell] as number) + (cluster[cell] as number);
			n += (clusters[place] as Confusion).n;
		}
		const counts = grades.map((_, i) => cells.slice(i * k, (i + 1) * k));
		const value = kappaValue({ grades, counts, n }, weights);
		if (value !== undefined) values.push(value);
	}
	if (values.length < resamples / 2) return undefined;
	const sorted = Float64Array.from(values).sort();
	return {
		interval: percentile({ observed: Number.NaN, sorted, centred: [] }, confidence),
		undefinedResamples: resamples - values.length,
	};
}
