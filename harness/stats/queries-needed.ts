import type { DeltaDistribution } from './delta-distribution.ts';
import { MDE_DRAWS, type MdeOptions } from './mde.ts';
import { normalQuantile } from './normal.ts';
import { queriesNeeded } from './power.ts';
import { comparisonRule, simulatePower } from './power-simulation.ts';
import { tilted } from './tilt.ts';

/** Beyond this number of queries the t formula is as good as a simulation, and much faster. */
const SIMULATE_TO = 1000;
/** Deltas drawn per simulation at most: larger runs are simulated fewer times. */
const DELTAS = 250_000;
/** More queries than this are no plan. */
const MOST = 1e7;

/**
 * How many queries of the same kind it takes to find a true `difference` (> 0; a gain or a loss, the harder of the two)
 * with the power asked for (a direction that the room rules out does not count): the difference that matters, named
 * beforehand. From the seen difference it would be post-hoc
 * power, which says nothing that its p does not (Hoenig & Heisey, "The abuse of power", 2001).
 *
 * Starts at the t formula with the sd of the tilted deltas and corrects it by simulation, up to {@link SIMULATE_TO}
 * queries. A difference that no mix of these deltas has is asked for at the largest one that they have. Undefined for
 * more than ten million, or where the room is smaller.
 */
export function queriesToFind(
	distribution: DeltaDistribution,
	difference: number,
	options: MdeOptions,
): number | undefined {
	const { values } = distribution;
	const { max = 1, room = { gain: max, loss: max } } = options;
	const most = Math.max(0, values[values.length - 1] ?? 0);
	const least = Math.max(0, -(values[0] ?? 0));
	const imposed = [
		...(room.gain >= difference && most > 0 ? [Math.min(difference, most)] : []),
		...(room.loss >= difference && least > 0 ? [-Math.min(difference, least)] : []),
	];
	const counts = imposed.map((signed) => toFind(distribution, signed, options));
	return counts.length === 0 || counts.includes(undefined) ? undefined : Math.max(...(counts as number[]));
}

function toFind(
	distribution: DeltaDistribution,
	difference: number,
	{ level, power, max = 1, seed, stream, draws = MDE_DRAWS, ruleOf }: MdeOptions,
): number | undefined {
	const sd = spreadAround(tilted(distribution, difference));
	// So many equal signs have a p below the level; fewer queries are no plan, whatever their sd.
	const fewest = Math.ceil(1 - Math.log2(level)) + 1;
	let n = Math.max(fewest, sd === 0 ? fewest : queriesNeeded(Math.abs(difference) / sd, level, power));
	if (n > MOST) return undefined;
	const wanted = normalQuantile(power);
	const critical = normalQuantile(1 - level / 2);
	for (let step = 0; step < 4 && n <= SIMULATE_TO; step++) {
		const runs = Math.min(draws, Math.round(DELTAS / n));
		const rule = ruleOf?.(n) ?? comparisonRule(n, level, max);
		const found = simulatePower(distribution, difference, n, rule, { draws: runs, seed, stream: `${stream}/${n}` });
		const score = normalQuantile(Math.min(1 - 0.5 / runs, Math.max(0.5 / runs, found)));
		if (Math.abs(found - power) < 0.01) break;
		// The noncentrality grows as the root of n.
		const ratio = (critical + wanted) / Math.max(0.3, critical + score);
		const next = Math.max(fewest, Math.ceil(n * Math.min(4, ratio * ratio)));
		if (next === n) break;
		n = next;
	}
	return n;
}

function spreadAround(distribution: DeltaDistribution | undefined): number {
	if (distribution === undefined) return 0;
	const { values, weights } = distribution;
	let mean = 0;
	let squares = 0;
	for (let i = 0; i < values.length; i++) {
		const part = (weights[i] as number) * (values[i] as number);
		mean += part;
		squares += part * (values[i] as number);
	}
	return Math.sqrt(Math.max(0, squares - mean * mean));
}
