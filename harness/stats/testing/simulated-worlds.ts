import type { RandomStream } from '../../random.ts';

/** A distribution that paired deltas are drawn from, with its true mean. */
export interface World {
	readonly name: string;
	readonly mean: number;
	readonly draw: (stream: RandomStream) => number;
}

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

/** Symmetric, skewed and mostly-zero deltas. Those of mean 0 are null hypotheses. */
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
	{ name: 'lopsided: +1 at 5 %, -1/4 at 20 %', mean: 0, draw: discrete([1, 0.05], [-0.25, 0.2]) },
	{ name: 'mostly 0, better: +1 at 15 %, -1 at 5 %', mean: meanOf(...BETTER), draw: discrete(...BETTER) },
	{ name: 'mostly 0, one-sided: +1 at 10 %', mean: meanOf(...RARE), draw: discrete(...RARE) },
];
