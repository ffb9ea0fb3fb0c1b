import { randomStream } from '../../random.ts';
import { bootstrap } from '../../stats/bootstrap.ts';
import { DEFAULT_INTERVAL, type Interval } from '../../stats/bootstrap-interval.ts';
import { simulatedWild } from '../../stats/cluster-rule.ts';
import { criticalT, fastInterval } from '../../stats/fast-tests.ts';
import { simulateSamples } from '../../stats/simulated-sample.ts';
import { tilted } from '../../stats/tilt.ts';
import type { WildCluster } from '../../stats/wild-cluster.ts';
import type { BuildNoise } from './build-noise.ts';
import { decideDrop } from './decide-drop.ts';
import type { GateOptions, GateOutcome } from './result.ts';
import { ROUNDING } from './rounding.ts';

/** One simulated candidate as the gate sees it. */
export interface SimulatedBuild {
	readonly interval: Interval;
	readonly identical: boolean;
	/** Sign flips of whole clusters, which have to agree where there are few (see `stats/cluster-bootstrap.ts`). */
	readonly wild?: (() => WildCluster) | undefined;
}

/** Shares of simulated candidates, in [0, 1]; they add up to 1. */
export type OutcomeRates = Readonly<Record<GateOutcome, number>>;

export type Simulation = Pick<GateOptions, 'alpha' | 'ci' | 'seed'>;

/**
 * Simulated candidates of so many `units` (queries, or clusters of them) whose true quality is `drop` below the baseline's: the deltas are the noise
 * between builds, tilted so that queries lose more often and win less often (see `tilt.ts`), strata apart. Undefined
 * where the drop is above the mean, or beyond what the deltas can give.
 *
 * The studentised interval comes from each sample's moments (`fast-tests.ts`), so that there can be thousands of
 * candidates; how near it comes to the gate's own is measured by `scripts/check/gate-operating.ts`. The other intervals
 * are resampled, for fewer candidates.
 */
export function simulateBuilds(
	noise: BuildNoise,
	drop: number,
	units: number,
	simulation: Simulation,
): readonly SimulatedBuild[] | undefined {
	const { ci, alpha, seed } = simulation;
	const wildOf = noise.clusters === undefined ? undefined : simulatedWild(units, seed);
	if (ci !== DEFAULT_INTERVAL && wildOf === undefined) return resampledBuilds(noise, drop, units, simulation);
	const critical = criticalT(units, alpha);
	const out: SimulatedBuild[] = [];
	const drawn = drawBuilds(noise, drop, units, wildOf === undefined ? BUILDS : WILD_BUILDS, seed, (sample) => {
		out.push({
			interval: fastInterval(sample, critical, noise.max),
			identical: sample.moved === 0,
			wild: wildOf?.(sample, noise.max),
		});
	});
	return drawn ? out : undefined;
}

/** Candidates that are simulated for a rate: their standard error is .6 points at 80 %. */
const BUILDS = 4000;
/** The same where each is asked sign flips. */
const WILD_BUILDS = 500;
/** The same where each has to be resampled, how often it is, and how many share the draws. */
const RESAMPLED_BUILDS = 500;
const RESAMPLES = 1000;
const BATCH = 50;

/** Like {@link simulateBuilds}, but with each candidate's interval by the bootstrap itself, as the gate makes it. */
export function resampledBuilds(
	noise: BuildNoise,
	drop: number,
	units: number,
	{ alpha, ci, seed }: Simulation,
): readonly SimulatedBuild[] | undefined {
	const columns: (readonly number[])[] = [];
	const drawn = drawBuilds(noise, drop, units, RESAMPLED_BUILDS, seed, ({ deltas }) => {
		columns.push(Array.from(deltas));
	});
	if (!drawn) return undefined;
	const strata = [{ name: 'all', rows: Array.from({ length: units }, (_, row) => row) }];
	const out: SimulatedBuild[] = [];
	for (let first = 0; first < columns.length; first += BATCH) {
		const batch = columns.slice(first, first + BATCH);
		const results = bootstrap(batch, strata, {
			...{ resamples: RESAMPLES, confidence: 1 - alpha, method: ci, seed: seed + first },
			max: batch.map(() => noise.max),
		});
		results.forEach(({ overall }, i) => {
			const identical = (batch[i] ?? []).every((delta) => Math.abs(delta) <= ROUNDING);
			out.push({ interval: overall.interval, identical });
		});
	}
	return out;
}

/** False where no candidate can have dropped so far. One stream for every drop: drops are compared on the same luck. */
function drawBuilds(
	{ deltas, mean }: BuildNoise,
	drop: number,
	units: number,
	builds: number,
	seed: number,
	visit: Parameters<typeof simulateSamples>[4],
): boolean {
	const world = drop > mean ? undefined : tilted(deltas, -drop);
	if (world === undefined) return false;
	simulateSamples(world, units, builds, randomStream(seed, `gate/builds/${units}`), visit);
	return true;
}

/** How often the gate's rule with the limit `maxDrop` passes, fails and leaves open these candidates. */
export function outcomeRates(builds: readonly SimulatedBuild[], maxDrop: number, alpha: number): OutcomeRates {
	const counts = { pass: 0, inconclusive: 0, fail: 0 };
	for (const build of builds) counts[outcomeOf(build, maxDrop, alpha)]++;
	const share = (count: number): number => count / builds.length;
	return { pass: share(counts.pass), inconclusive: share(counts.inconclusive), fail: share(counts.fail) };
}

function outcomeOf({ interval, identical, wild }: SimulatedBuild, maxDrop: number, alpha: number): GateOutcome {
	const outcome = decideDrop(interval, maxDrop, identical);
	if (wild === undefined || identical || outcome === 'inconclusive') return outcome;
	const p = outcome === 'pass' ? wild().pAtMost(-maxDrop) : wild().pAtLeast(-maxDrop);
	return p < alpha / 2 ? outcome : 'inconclusive';
}
