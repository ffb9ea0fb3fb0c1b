import type { Deltas } from './deltas.ts';

/** A distribution of one query's delta: `values` ascending and distinct, `weights` their chances (sum 1). */
export interface DeltaDistribution {
	readonly values: Float64Array;
	readonly weights: Float64Array;
}

/** Values nearer to each other than this are one: 0.3 - 0.1 and 0.2. */
const SAME = 1e-9;

/** Normalises weights of any sum; equal values are merged, weights of 0 left out. */
export function deltaDistribution(outcomes: Iterable<readonly [value: number, weight: number]>): DeltaDistribution {
	const sorted = [...outcomes].filter(([, weight]) => weight > 0).sort(([x], [y]) => x - y);
	const values: number[] = [];
	const weights: number[] = [];
	let total = 0;
	for (const [value, weight] of sorted) {
		const last = values.length - 1;
		if (last >= 0 && value - (values[last] as number) < SAME) weights[last] = (weights[last] as number) + weight;
		else {
			values.push(Math.abs(value) < SAME ? 0 : value);
			weights.push(weight);
		}
		total += weight;
	}
	return {
		values: Float64Array.from(values),
		weights: Float64Array.from(weights, (weight) => weight / total),
	};
}

export interface MovementPrior {
	/** Weight of the prior, in queries. */
	readonly queries: number;
	/** Size of a move where none was seen; in (0, the metric's range]. */
	readonly move: number;
}

/** One query's worth, half of it a gain and half a loss; without any move seen, a move of the metric's whole range. */
export const MOVEMENT_PRIOR: MovementPrior = { queries: 1, move: 1 };

/**
 * The seen deltas, a query each, and a prior of movement: `prior.queries` further queries, half of them gains and half
 * losses, of the sizes seen (each size that was seen with one sign also exists with the other). With it a difference
 * can be imagined that the sample holds no example of: losses where only gains were seen, any where nothing moved.
 * Half a success and half a failure are Jeffreys' prior of a share.
 */
export function distributionOf(deltas: Deltas, prior: MovementPrior = MOVEMENT_PRIOR): DeltaDistribution {
	const sizes = deltas.filter((delta) => delta !== 0).map(Math.abs);
	const moves = sizes.length > 0 ? sizes : [prior.move];
	const share = prior.queries / (2 * moves.length);
	return deltaDistribution([
		...deltas.map((delta) => [delta, 1] as const),
		...moves.flatMap((size) => [[size, share] as const, [-size, share] as const]),
	]);
}

/** Up to this many values, each is paired with each; beyond it, with as many others at even distances. */
const PAIRED = 64;

/**
 * Deltas to assume where no second system was run: with chance 1 - `correlation` a query's score is that of another
 * query drawn at random, else it stays. The scores of the two systems then have the same distribution and correlate by
 * exactly `correlation` (0 to 1), the deltas have sd = sd of the scores x sqrt(2 (1 - correlation)), most of them are
 * 0, and every score is one that the metric can take.
 */
export function redrawnDistribution(
	scores: readonly number[],
	correlation: number,
	prior: MovementPrior = MOVEMENT_PRIOR,
): DeltaDistribution {
	const n = scores.length;
	const moves = new Map<number, number>();
	const stride = Math.max(1, Math.ceil(n / PAIRED));
	const pairs = n * Math.ceil(n / stride);
	for (let i = 0; i < n; i++)
		for (let j = i % stride; j < n; j += stride) {
			const move = (scores[j] as number) - (scores[i] as number);
			moves.set(move, (moves.get(move) ?? 0) + 1);
		}
	const moved = [...moves.keys()].some((move) => move !== 0);
	const half = prior.queries / 2;
	return deltaDistribution([
		[0, n * correlation],
		...[...moves].flatMap(([move, count]) => {
			const weight = (n * (1 - correlation) * count) / pairs;
			// Both ways alike: exchangeable systems, also where not every pair was taken.
			return [[move, weight / 2] as const, [-move, weight / 2] as const];
		}),
		...(moved ? [] : [[prior.move, half] as const, [-prior.move, half] as const]),
	]);
}

/** Each delta as likely with the other sign: which of two exchangeable systems is the better one is chance. */
export function eitherWay({ values, weights }: DeltaDistribution): DeltaDistribution {
	return deltaDistribution(
		[...values].flatMap((value, i) => [
			[value, weights[i] as number] as const,
			[-value, weights[i] as number] as const,
		]),
	);
}

/** The standard deviation of one delta. */
export function sdOfDistribution({ values, weights }: DeltaDistribution): number {
	const moment = (power: number): number =>
		values.reduce((sum, value, i) => sum + (weights[i] as number) * value ** power, 0);
	return Math.sqrt(Math.max(0, moment(2) - moment(1) ** 2));
}
