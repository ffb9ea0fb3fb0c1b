import { randomStream } from '../random.ts';
import type { DeltaDistribution } from './delta-distribution.ts';
import { criticalT, fastStudentisedRejects } from './fast-tests.ts';
import { type SimulatedSample, simulateSamples } from './simulated-sample.ts';
import { tilted } from './tilt.ts';

/** The decision of a rule on one sample: a gain, a loss, or neither. */
export type Finding = 'gain' | 'loss' | undefined;
export type DecisionRule = (sample: SimulatedSample) => Finding;

/**
 * The rule of a comparison's win and loss (`harness/compare/verdict.ts`) at a two-sided `level`, for samples of `n`
 * deltas of size `max` at most: the studentised bootstrap rejects. The default interval is the same construction, at a
 * level no stricter, so it adds nothing. Where all deltas are the same there is no spread to studentise, and the rule
 * has the p of so many equal signs.
 */
export function comparisonRule(n: number, level: number, max = 1): DecisionRule {
	const critical = criticalT(n, level);
	const tooFew = 2 ** (1 - n) >= level;
	return (sample) => {
		if (tooFew && sample.moved === n && sample.sum ** 2 >= (1 - 1e-12) * n * sample.squares) return undefined;
		if (!fastStudentisedRejects(sample, critical, max)) return undefined;
		return sample.sum > 0 ? 'gain' : 'loss';
	};
}

export interface SimulationSettings {
	/** Simulated runs; 1000 leave a standard error of 1.3 points at power .8. */
	readonly draws: number;
	readonly seed: number;
	/** Name of the random stream (see `harness/random.ts`). */
	readonly stream: string;
}

/**
 * How often runs of `n` queries, whose deltas come from `distribution` tilted to a true mean of `difference`, end in
 * each outcome: shares that sum to 1. Undefined where no mix of these deltas has that mean.
 */
export function simulateOutcomes<Outcome>(
	distribution: DeltaDistribution,
	difference: number,
	n: number,
	judge: (sample: SimulatedSample) => Outcome,
	{ draws, seed, stream }: SimulationSettings,
): ReadonlyMap<Outcome, number> | undefined {
	const world = tilted(distribution, difference);
	if (world === undefined) return undefined;
	const counts = new Map<Outcome, number>();
	simulateSamples(world, n, draws, randomStream(seed, stream), (sample) => {
		const outcome = judge(sample);
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	});
	for (const [outcome, count] of counts) counts.set(outcome, count / draws);
	return counts;
}

/** Share of runs in which the rule finds the true difference, on its own side of 0; 0 where no mix has that mean. */
export function simulatePower(
	distribution: DeltaDistribution,
	difference: number,
	n: number,
	rule: DecisionRule,
	settings: SimulationSettings,
): number {
	const outcomes = simulateOutcomes(distribution, difference, n, rule, settings);
	return outcomes?.get(difference > 0 ? 'gain' : 'loss') ?? 0;
}
