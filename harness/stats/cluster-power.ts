import type { ClusterDeltas } from './cluster-deltas.ts';
import { clusterRule } from './cluster-rule.ts';
import { FEW_CLUSTERS, smallestP } from './clusters.ts';
import { type Mde, type MdeOptions, mdeOf } from './mde.ts';
import type { DecisionRule } from './power-simulation.ts';
import { queriesToFind } from './queries-needed.ts';

/** Power of a comparison whose units are clusters: more of them are needed, not more queries in each. */
export interface ClusterPower {
	readonly found: Mde;
	/** Clusters of these sizes with which a true `difference` (> 0) is found; undefined: no number of them. */
	readonly clustersToFind: (difference: number) => number | undefined;
}

/** Simulated runs where each asks sign flips, which take their time; the standard error is 1.8 points at power .8. */
const WILD_DRAWS = 500;

/**
 * The simulation of `mde.ts` with clusters as the observations and the rule that judges them (`cluster-rule.ts`). Nothing
 * is found where so few clusters can't reach the level ({@link smallestP}).
 */
export function clusterPower({ distribution, clusters, max }: ClusterDeltas, options: MdeOptions): ClusterPower {
	const { level, seed, max: most = 1, room = { gain: most, loss: most } } = options;
	const rules = new Map<number, DecisionRule>();
	const ruleOf = (count: number): DecisionRule => {
		const rule = rules.get(count) ?? clusterRule(count, level, max, seed);
		rules.set(count, rule);
		return rule;
	};
	const settings: MdeOptions = { ...options, max, room, ruleOf };
	const few: MdeOptions = { ...settings, draws: options.draws ?? WILD_DRAWS };
	return {
		found:
			smallestP(clusters) >= level
				? { mde: undefined, gain: undefined, loss: undefined }
				: mdeOf(distribution, clusters, clusters < FEW_CLUSTERS ? few : settings),
		clustersToFind: (difference) => queriesToFind(distribution, difference, few),
	};
}
