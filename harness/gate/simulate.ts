import { randomStream } from '../random.ts';
import { bootstrap } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/bootstrap-interval.ts';
import { simulateSamples } from '../stats/simulated-sample.ts';
import { tilted } from '../stats/tilt.ts';
import type { BuildNoise } from './build-noise.ts';
import { decideDrop } from './decide-drop.ts';
import type { GateOptions, GateOutcome } from './result.ts';
import { ROUNDING } from './rounding.ts';

/** What the gate sees of one simulated candidate. */
export interface SimulatedBuild {
	readonly interval: Interval;
	readonly identical: boolean;
}

/** Shares of simulated candidates, in [0, 1]; they add up to 1. */
export type OutcomeRates = Readonly<Record<GateOutcome, number>>;

export interface Simulation extends Pick<GateOptions, 'alpha' | 'ci' | 'seed'> {
	/** Candidates to simulate. */
	readonly builds: number;
	/** Bootstrap resamples of each. */
	readonly resamples: number;
}

/** Candidates that share their bootstrap draws. */
const BATCH = 50;

/**
 * Simulated candidates of `queries` queries whose true quality is `drop` below the baseline's: the deltas are the noise
 * between builds, tilted so that queries lose more often and win less often (see `tilt.ts`), and the interval is the
 * gate's own, strata apart. Undefined where the drop is above the mean, or beyond what the deltas can give.
 */
export function simulateBuilds(
	{ deltas, mean, max }: BuildNoise,
	drop: number,
	queries: number,
	{ alpha, ci, seed, builds, resamples }: Simulation,
): readonly SimulatedBuild[] | undefined {
	const world = drop > mean ? undefined : tilted(deltas, -drop);
	if (world === undefined) return undefined;
	const samples: (readonly number[])[] = [];
	// One stream for every drop: two drops are then compared on the same candidates.
	simulateSamples(world, queries, builds, randomStream(seed, `gate/builds/${queries}`), (sample) => {
		samples.push(Array.from(sample.deltas));
	});
	const strata = [{ name: 'all', rows: Array.from({ length: queries }, (_, row) => row) }];
	const out: SimulatedBuild[] = [];
	for (let first = 0; first < builds; first += BATCH) {
		const columns = samples.slice(first, first + BATCH);
		const results = bootstrap(columns, strata, {
			...{ resamples, confidence: 1 - alpha, method: ci, seed: seed + first },
			max: columns.map(() => max),
		});
		results.forEach(({ overall }, i) => {
			out.push({
				interval: overall.interval,
				identical: (columns[i] ?? []).every((delta) => Math.abs(delta) <= ROUNDING),
			});
		});
	}
	return out;
}

/** How often the gate's rule with the limit `maxDrop` passes, fails and leaves open these candidates. */
export function outcomeRates(builds: readonly SimulatedBuild[], maxDrop: number): OutcomeRates {
	const counts = { pass: 0, inconclusive: 0, fail: 0 };
	for (const { interval, identical } of builds) counts[decideDrop(interval, maxDrop, identical)]++;
	const share = (count: number): number => count / builds.length;
	return { pass: share(counts.pass), inconclusive: share(counts.inconclusive), fail: share(counts.fail) };
}
