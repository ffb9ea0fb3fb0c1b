import { FEW_CLUSTERS, smallestP } from './clusters.ts';
import { criticalT, floorOf } from './fast-tests.ts';
import { comparisonRule, type DecisionRule } from './power-simulation.ts';
import type { SimulatedSample } from './simulated-sample.ts';
import { type SignPatterns, signPatterns, type WildCluster, wildCluster } from './wild-cluster.ts';

/** Drawn patterns of a simulated test: coarser than those of the test itself, which is asked once. */
const SIMULATED_DRAWS = 999;

/** The wild cluster bootstrap of simulated samples whose observations are clusters of one size. */
export type SimulatedWild = (sample: SimulatedSample, max: number) => WildCluster;

/** Samples of `count` clusters; undefined from {@link FEW_CLUSTERS} on, where the test asks no signs. */
export function simulatedWild(count: number, seed: number): SimulatedWild | undefined {
	if (count >= FEW_CLUSTERS) return undefined;
	const patterns: SignPatterns = signPatterns(count, seed, SIMULATED_DRAWS);
	const sizes = new Float64Array(count).fill(1);
	return (sample, max) => {
		const sums = Float64Array.from(sample.deltas);
		return wildCluster({ sizes, sums, n: count }, floorOf(sample, max), patterns);
	};
}

/**
 * The rule of win and loss for samples of `count` clusters at a two-sided `level` (`cluster-bootstrap.ts`): below
 * {@link FEW_CLUSTERS} clusters both the t test and the wild cluster bootstrap must reject, from there on it is
 * {@link comparisonRule} with clusters as the observations. `max`: the largest size of a cluster's delta.
 */
export function clusterRule(count: number, level: number, max: number, seed: number): DecisionRule {
	const wildOf = simulatedWild(count, seed);
	if (wildOf === undefined) return comparisonRule(count, level, max);
	const critical = criticalT(count, level);
	const tooFew = smallestP(count) >= level;
	return (sample) => {
		const { sum, squares } = sample;
		const variance = Math.max(0, squares - (sum * sum) / count) / (count - 1) / count;
		const error = Math.sqrt(variance + floorOf(sample, max));
		if (tooFew || !(Math.abs(sum) / count > critical * error)) return undefined;
		const wild = wildOf(sample, max);
		const p = 2 * (sum > 0 ? wild.pAtMost(0) : wild.pAtLeast(0));
		return p < level ? (sum > 0 ? 'gain' : 'loss') : undefined;
	};
}
