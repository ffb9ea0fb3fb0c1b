import { type RandomStream, randomStream } from '../random.ts';
import { type ClusterSums, clusterSums } from './clusters.ts';
import {
	type DeltaDistribution,
	deltaDistribution,
	distributionOf,
	redrawnDistribution,
} from './delta-distribution.ts';
import type { Deltas } from './deltas.ts';
import { intraclass } from './intraclass.ts';

/**
 * The deltas of whole clusters for simulations whose observations are clusters: each is the sum of a cluster's deltas in
 * units of the mean cluster size, so that their mean is the mean over queries.
 */
export interface ClusterDeltas {
	readonly distribution: DeltaDistribution;
	/** Clusters that there are. */
	readonly clusters: number;
	/** Mean number of queries in a cluster. */
	readonly typical: number;
	/** The largest size of a cluster's delta. */
	readonly max: number;
	/** Intraclass correlation of the queries' deltas: as seen, or as assumed; undefined where nothing varies. */
	readonly icc: number | undefined;
}

/** As seen, with the prior of movement of one cluster. `max`: the largest size of a query's delta. */
export function seenClusterDeltas(deltas: Deltas, clusters: readonly string[], max: number): ClusterDeltas {
	const sums = clusterSums(deltas, clusters);
	const { typical, ...units } = unitsOf(sums, max);
	return {
		...units,
		typical,
		distribution: distributionOf(
			Array.from(sums.sums, (sum) => sum / typical),
			{ queries: 1, move: max },
		),
		icc: intraclass(sums).icc,
	};
}

/** Simulated clusters that an assumed distribution is made of. */
const ASSUMED = 2000;

/**
 * To assume where no second system was run: deltas of single queries as `redrawnDistribution` has them, and within a
 * cluster as alike as the seen `scores` are: each query takes its cluster's shared delta with chance sqrt(icc), else one
 * of its own, which leaves the distribution of a query's delta as it is and correlates two of a cluster by icc.
 */
export function assumedClusterDeltas(
	scores: readonly number[],
	clusters: readonly string[],
	correlation: number,
	max: number,
	seed: number,
): ClusterDeltas {
	const sums = clusterSums(scores, clusters);
	const { typical, ...units } = unitsOf(sums, max);
	const single = redrawnDistribution(scores, correlation, { queries: 1, move: max });
	const icc = Math.min(1, Math.max(0, intraclass(sums).icc ?? 0));
	const stream = randomStream(seed, 'cluster-deltas/assumed');
	const draw = sampler(single, stream);
	const sharing = Math.sqrt(icc);
	const outcomes: (readonly [number, number])[] = [];
	for (let i = 0; i < ASSUMED; i++) {
		const size = sums.sizes[i % sums.sizes.length] as number;
		const shared = draw();
		let sum = 0;
		for (let query = 0; query < size; query++) sum += stream.next() < sharing ? shared : draw();
		outcomes.push([sum / typical, 1], [-sum / typical, 1]);
	}
	return { ...units, typical, distribution: deltaDistribution(outcomes), icc };
}

function unitsOf({ n, sizes }: ClusterSums, max: number): Pick<ClusterDeltas, 'clusters' | 'typical' | 'max'> {
	const typical = n / sizes.length;
	const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
	return { clusters: sizes.length, typical, max: (max * largest) / typical };
}

function sampler({ values, weights }: DeltaDistribution, stream: RandomStream): () => number {
	const ends = new Float64Array(weights.length);
	let total = 0;
	for (let i = 0; i < weights.length; i++) {
		total += weights[i] as number;
		ends[i] = total;
	}
	return () => {
		const wanted = stream.next() * total;
		let [low, high] = [0, ends.length - 1];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((ends[middle] as number) > wanted) high = middle;
			else low = middle + 1;
		}
		return values[low] as number;
	};
}
