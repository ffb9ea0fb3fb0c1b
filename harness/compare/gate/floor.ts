import { randomStream } from '../../random.ts';
import { simulateSamples } from '../../stats/simulated-sample.ts';
import type { BuildNoise } from './build-noise.ts';
import { WRONG_FAILURES } from './result.ts';
import { ROUNDING } from './rounding.ts';

/** Builds of the baseline's own quality that are drawn. */
const BUILDS = 4000;

/** How a floor treats builds of the same quality as the baseline's, on the same queries. */
export interface FloorNoise {
	/** The share of them whose mean falls below the floor. */
	wrongFailures(floor: number): number;
	/** The highest floor that fails at most {@link WRONG_FAILURES} of them, rounded down to four decimals. */
	readonly safeFloor: number;
}

/** Builds of the same quality lie around the baseline's mean as the noise between builds has it. */
export function floorNoise({ deltas, units, mean }: BuildNoise, seed: number): FloorNoise {
	const means: number[] = [];
	simulateSamples(deltas, units, BUILDS, randomStream(seed, 'gate/floor'), ({ sum }) => {
		means.push(mean + sum / units);
	});
	means.sort((x, y) => x - y);
	const lowest = means[Math.floor(WRONG_FAILURES * BUILDS)] as number;
	return {
		wrongFailures: (floor) => means.filter((value) => value < floor - ROUNDING).length / BUILDS,
		safeFloor: Math.floor((lowest + ROUNDING) * 1e4) / 1e4,
	};
}
