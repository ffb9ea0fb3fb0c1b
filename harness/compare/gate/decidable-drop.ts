import { sdOfDistribution } from '../../stats/delta-distribution.ts';
import { queriesNeeded } from '../../stats/power.ts';
import { tilted } from '../../stats/tilt.ts';
import type { BuildNoise } from './build-noise.ts';
import { outcomeRates, type SimulatedBuild, type Simulation, simulateBuilds } from './simulate.ts';

/**
 * A limit is decided where what is unchanged passes with the power asked for, and what dropped by twice the limit fails
 * with it. (At the limit itself neither can happen often: that is what an error rate of alpha / 2 means.)
 */
export interface Decidable extends Simulation {
	readonly power: number;
}

/**
 * The smallest limit that so many `units` (queries, or clusters of them) can decide, found on simulated candidates. It has two digits, so that one
 * can write it down, and is at least 0.0001. Undefined where not even half the mean can be decided.
 */
export function decidableDrop(noise: BuildNoise, units: number, settings: Decidable): number | undefined {
	const unchanged = simulateBuilds(noise, 0, units, settings) ?? [];
	const decided = (step: number): boolean => decides(noise, twoDigits(step), units, settings, unchanged);
	let last = 0;
	while (last + 1 < STEPS && 2 * twoDigits(last + 1) <= noise.mean) last++;
	// Start where a t test would have it, search outwards, then between.
	let above = Math.min(last, firstGuess(noise, units, settings));
	let below = above;
	while (below >= 0 && decided(below)) {
		above = below;
		below -= STRIDE;
	}
	below = Math.max(below, -1);
	if (above === below)
		do {
			below = above;
			above = Math.min(last, above + STRIDE);
			if (above === below) return undefined;
		} while (!decided(above));
	while (above - below > 1) {
		const middle = (below + above) >> 1;
		if (decided(middle)) above = middle;
		else below = middle;
	}
	return twoDigits(above);
}

/**
 * How many units of this kind (queries, or clusters of them) decide the limit `maxDrop`: by the t test, and up to
 * {@link SIMULATED} of them corrected by simulation of the gate itself. Undefined where twice the limit is more than the mean.
 */
export function unitsToDecide(noise: BuildNoise, maxDrop: number, settings: Decidable): number | undefined {
	if (2 * maxDrop > noise.mean) return undefined;
	let units = byT(noise, maxDrop, settings);
	const decided = (): boolean =>
		decides(noise, maxDrop, units, settings, simulateBuilds(noise, 0, units, settings) ?? []);
	while (units <= SIMULATED && !decided()) units = Math.ceil(units * 1.1);
	return units;
}

/** Beyond this many units the mean of a simulated candidate is as good as normal, and simulating slow. */
const SIMULATED = 1000;

function decides(
	noise: BuildNoise,
	maxDrop: number,
	units: number,
	settings: Decidable,
	unchanged: readonly SimulatedBuild[],
): boolean {
	if (outcomeRates(unchanged, maxDrop, settings.alpha).pass < settings.power) return false;
	const dropped = simulateBuilds(noise, 2 * maxDrop, units, settings);
	return dropped !== undefined && outcomeRates(dropped, maxDrop, settings.alpha).fail >= settings.power;
}

/** The distance from the limit is `maxDrop` for both candidates; the one that dropped is the noisier. */
function byT(noise: BuildNoise, maxDrop: number, { alpha, power }: Decidable): number {
	const dropped = tilted(noise.deltas, -2 * maxDrop);
	const sd = Math.max(sdOfDistribution(noise.deltas), dropped === undefined ? 0 : sdOfDistribution(dropped));
	return queriesNeeded(maxDrop / sd, alpha, power);
}

function firstGuess(noise: BuildNoise, units: number, settings: Decidable): number {
	let step = 0;
	while (step + 1 < STEPS && 2 * twoDigits(step + 1) <= noise.mean) {
		if (byT(noise, twoDigits(step), settings) <= units) break;
		step++;
	}
	return step;
}

const STRIDE = 6;
const DECADES = 4;
const STEPS = 90 * DECADES;

/** 0.00010, 0.00011 .. 0.00099, 0.0010 .. 0.99. */
function twoDigits(step: number): number {
	return Number(`${10 + (step % 90)}e${Math.floor(step / 90) - 1 - DECADES}`);
}
