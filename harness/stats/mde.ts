import { type DeltaDistribution, distributionOf, MOVEMENT_PRIOR, type MovementPrior } from './delta-distribution.ts';
import type { Deltas } from './deltas.ts';
import { normalQuantile } from './normal.ts';
import { comparisonRule, type DecisionRule, type SimulationSettings, simulatePower } from './power-simulation.ts';
import { tilted } from './tilt.ts';

export interface MdeOptions {
	/** Two-sided level of the row, after the correction of its family. */
	readonly level: number;
	/** In (level, 1). */
	readonly power: number;
	/** The largest value of the metric, and so of a delta; default 1. */
	readonly max?: number;
	/** The largest mean gain and loss that the metric still allows these queries; default `max`. */
	readonly room?: Room;
	readonly seed: number;
	/** Name of the random stream: what the row is (`mde/recall@10/paraphrase`). */
	readonly stream: string;
	/** Simulated runs per difference looked at; default 1000. */
	readonly draws?: number;
	readonly prior?: MovementPrior;
	/** The rule for `n` observations; default {@link comparisonRule}. */
	readonly ruleOf?: (n: number) => DecisionRule;
}

export interface Room {
	readonly gain: number;
	readonly loss: number;
}

export interface Mde {
	/**
	 * The smallest true difference that is found with the power asked for: the larger of `gain` and `loss`, so that it
	 * holds whichever way the difference goes; the only one where the other can't be found at all. Undefined: neither.
	 */
	readonly mde: number | undefined;
	/** The smallest gain and the smallest loss (> 0, at most the room) that are found; undefined: none in the room is. */
	readonly gain: number | undefined;
	readonly loss: number | undefined;
}

/** Simulated runs for each difference looked at: a standard error of 1.3 points at power .8. */
export const MDE_DRAWS = 1000;

/**
 * Minimum detectable effect of a comparison over queries like these: the smallest true mean delta that its rule
 * ({@link comparisonRule}) finds with the power asked for. By simulation: a true difference is imposed on the seen deltas by
 * tilting them ({@link tilted}), runs of as many queries are drawn from them, and the share in which the rule says so
 * is its power. Nothing depends on how large the seen mean delta is, apart from the sizes of its moves.
 */
export function mde(deltas: Deltas, options: MdeOptions): Mde {
	return mdeOf(distributionOf(deltas, options.prior ?? MOVEMENT_PRIOR), deltas.length, options);
}

/** The same from a distribution of deltas, for runs of `n` queries. */
export function mdeOf(distribution: DeltaDistribution, n: number, options: MdeOptions): Mde {
	if (n < 2) return { mde: undefined, gain: undefined, loss: undefined };
	const { max = 1, room = { gain: max, loss: max }, power, seed, stream } = options;
	const rule = options.ruleOf?.(n) ?? comparisonRule(n, options.level, max);
	const settings = { draws: options.draws ?? MDE_DRAWS, seed, stream };
	const gain = smallestFound(distribution, n, rule, 1, room.gain, power, settings);
	const loss = smallestFound(distribution, n, rule, -1, room.loss, power, settings);
	return { mde: largest(gain, loss), gain, loss };
}

function largest(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

/** Power this near to the one asked for is near enough: a fifth of the simulation's own error. */
const NEAR = 0.003;
const MOST_STEPS = 12;

/** By false position on the normal score of the power, which is nearly linear in the difference. */
function smallestFound(
	distribution: DeltaDistribution,
	n: number,
	rule: DecisionRule,
	sign: 1 | -1,
	room: number,
	wanted: number,
	settings: SimulationSettings,
): number | undefined {
	const { values } = distribution;
	const end = sign > 0 ? (values[values.length - 1] ?? 0) : -(values[0] ?? 0);
	const most = Math.min(room, end);
	if (!(most > 0)) return undefined;
	const target = score(wanted, settings.draws);
	const powerAt = (difference: number): number => simulatePower(distribution, sign * difference, n, rule, settings);
	let low = 0;
	let high = most;
	// Nothing is found where nothing is true; the far end is only looked at if the search is driven there.
	let lowScore = score(0, settings.draws);
	let highScore: number | undefined;
	let next = Math.min(most, (4 * spread(distribution)) / Math.sqrt(n));
	for (let step = 0; step < MOST_STEPS; step++) {
		const found = powerAt(next);
		if (Math.abs(found - wanted) <= NEAR) return next;
		const foundScore = score(found, settings.draws);
		if (found < wanted) {
			if (next >= most) return undefined;
			low = next;
			lowScore = foundScore;
		} else {
			high = next;
			highScore = foundScore;
		}
		if (highScore === undefined) next = Math.min(most, next * 1.5);
		else {
			const share = (target - lowScore) / (highScore - lowScore);
			// Not too near either end, or a bent curve is crept along from one side.
			next = low + (high - low) * Math.min(0.9, Math.max(0.1, share));
		}
		if (high - low < 1e-3 * high) break;
	}
	return high;
}

/** Normal score of a simulated share, kept off 0 and 1. */
function score(share: number, draws: number): number {
	return normalQuantile(Math.min(1 - 0.5 / draws, Math.max(0.5 / draws, share)));
}

/** The sd of the deltas once their mean is 0. */
function spread(distribution: DeltaDistribution): number {
	const { values, weights } = tilted(distribution, 0) ?? distribution;
	let squares = 0;
	for (let i = 0; i < values.length; i++) squares += (weights[i] as number) * (values[i] as number) ** 2;
	return Math.sqrt(squares);
}
