import { FEW_CLUSTERS, smallestP } from './clusters.ts';
import { floorOf } from './fast-tests.ts';
import { comparisonRule, type DecisionRule } from './power-simulation.ts';
import type { SimulatedSample } from './simulated-sample.ts';
import { signPatterns, type WildCluster, wildCluster } from './wild-cluster.ts';

/** Drawn patterns of a simulated test: coarser than those of the test itself, which is asked once. */
const SIMULATED_DRAWS = 999;

/** The wild cluster bootstrap of a simulated sample whose observations are clusters of one size; computed when asked. */
export type SimulatedWild = (sample: SimulatedSample, max: number) => () => WildCluster;

/** Samples of `count` clusters; undefined from {@link FEW_CLUSTERS} on, where the test asks no signs. */
export function simulatedWild(count: number, seed: number): SimulatedWild | undefined {
	if (count >= FEW_CLUSTERS) return undefined;
	const patterns = signPatterns(new Float64Array(count).fill(1), seed, SIMULATED_DRAWS);
	return (sample, max) => {
		const sums = Float64Array.from(sample.deltas);
		const floor = floorOf(sample, max);
		let wild: WildCluster | undefined;
		return () => {
			wild ??= wildCluster(sums, floor, patterns);
			return wild;
		};
	};
}

/**
 * The rule of win and loss for samples of `count` clusters at a two-sided `level` (`cluster-bootstrap.ts`): below
 * {@link comparisonRule} with clusters as the observations, and below {@link FEW_CLUSTERS} of them the wild cluster
 * bootstrap as well. `max`: the largest size of a cluster's delta.
 */
export function clusterRule(count: number, level: number, max: number, seed: number): DecisionRule {
	const wildOf = simulatedWild(count, seed);
	const byMoments = comparisonRule(count, level, max);
	if (wildOf === undefined) return byMoments;
	const tooFew = smallestP(count) >= level;
	return (sample) => {
		const found = tooFew ? undefined : byMoments(sample);
		if (found === undefined) return undefined;
		const wild = wildOf(sample, max)();
		const p = 2 * (found === 'gain' ? wild.pAtMost(0) : wild.pAtLeast(0));
		return p < level ? found : undefined;
	};
}
