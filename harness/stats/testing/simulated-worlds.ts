import type { RandomStream } from '../../random.ts';
import { realWorlds } from './real-deltas.ts';
import type { World } from './world.ts';

export type { World } from './world.ts';

/** A delta of `values[i]` with chance `chances[i]`, else 0. */
function discrete(...outcomes: readonly (readonly [value: number, chance: number])[]): World['draw'] {
	return (stream) => {
		let left = stream.next();
		for (const [value, chance] of outcomes) {
			if (left < chance) return value;
			left -= chance;
		}
		return 0;
	};
}

const meanOf = (...outcomes: readonly (readonly [value: number, chance: number])[]): number =>
	outcomes.reduce((sum, [value, chance]) => sum + value * chance, 0);

/** `1 / rank` of two systems that rank the relevant document anywhere in the top ten. */
const reciprocalRank: World['draw'] = (stream) => 1 / (1 + stream.below(10)) - 1 / (1 + stream.below(10));
const exponential = (stream: RandomStream): number => -Math.log(1 - stream.next());

const BETTER = [
	[1, 0.15],
	[-1, 0.05],
] as const;
const RARE = [[1, 0.1]] as const;
const BREAKS = [
	[-1, 0.03],
	[0.3, 0.2],
] as const;

/** Normal deltas of sd .05 on half of the queries, of which a few break wholly. */
const noiseAndBreakage: World['draw'] = (stream) => {
	const kind = stream.next();
	if (kind < 0.03) return -1;
	if (kind > 0.53) return 0;
	return 0.05 * Math.sqrt(-2 * Math.log(1 - stream.next())) * Math.cos(2 * Math.PI * stream.next());
};

/**
 * Symmetric, skewed, mostly-zero and real deltas, and rare breakage. Those of mean 0 are null hypotheses. `rare` is the
 * chance per query of the large delta that decides the mean: a sample that holds none of it shows nothing of it, so no
 * interval that follows the sample covers more often than 1 - (1 - rare)^n.
 */
export const worlds: readonly World[] = [
	{ name: 'symmetric, all queries move', mean: 0, draw: (stream) => stream.next() - stream.next() },
	{ name: 'skewed (exponential - 1)', mean: 0, draw: (stream) => exponential(stream) - 1 },
	{ name: 'reciprocal ranks, exchangeable', mean: 0, draw: reciprocalRank },
	{ name: 'mostly 0: +1 and -1, 10 % each', mean: 0, draw: discrete([1, 0.1], [-1, 0.1]) },
	{ name: 'mostly 0: +1 and -1, 5 % each', mean: 0, draw: discrete([1, 0.05], [-1, 0.05]) },
	{
		name: 'mostly 0: halves and ones, 10 % each',
		mean: 0,
		draw: discrete([1, 0.1], [-1, 0.1], [0.5, 0.1], [-0.5, 0.1]),
	},
	{ name: 'lopsided: +1 at 5 %, -1/4 at 20 %', mean: 0, rare: 0.05, draw: discrete([1, 0.05], [-0.25, 0.2]) },
	{ name: 'mostly 0, better: +1 at 15 %, -1 at 5 %', mean: meanOf(...BETTER), draw: discrete(...BETTER) },
	{ name: 'mostly 0, one-sided: +1 at 10 %', mean: meanOf(...RARE), draw: discrete(...RARE) },
	{
		name: 'gains only: .1 to .6 at 25 %',
		mean: 0.35 * 0.25,
		draw: (stream) => (stream.next() < 0.25 ? 0.1 + 0.5 * stream.next() : 0),
	},
	{ name: 'breakage only: -1 at 5 %', mean: -0.05, draw: discrete([-1, 0.05]) },
	{ name: 'breakage only: -1 at 2 %', mean: -0.02, draw: discrete([-1, 0.02]) },
	{ name: 'gain and breakage: +.3 at 20 %, -1 at 3 %', mean: meanOf(...BREAKS), rare: 0.03, draw: discrete(...BREAKS) },
	{ name: 'noise of .05 and breakage: -1 at 3 %', mean: -0.03, rare: 0.03, draw: noiseAndBreakage },
	...realWorlds,
];
