import { readFileSync } from 'node:fs';
import type { World } from './world.ts';

interface Pair {
	readonly baseline: string;
	readonly challenger: string;
	readonly metric: string;
	/** Delta and how many queries have it. */
	readonly deltas: readonly (readonly [delta: number, queries: number])[];
}

const { pairs } = JSON.parse(readFileSync(new URL('./real-deltas.json', import.meta.url), 'utf8')) as {
	readonly pairs: readonly Pair[];
};

/**
 * Deltas of real runs on the sample (`real-deltas.json`), drawn with replacement: as they are, with the mean that they
 * have, and with a coin's sign each, which makes the two systems exchangeable.
 */
export const realWorlds: readonly World[] = pairs.flatMap(({ baseline, challenger, metric, deltas }): World[] => {
	const all = deltas.flatMap(([delta, queries]) => new Array<number>(queries).fill(delta));
	const name = `real: ${baseline} to ${challenger}, ${metric}`;
	return [
		{
			name,
			mean: all.reduce((sum, delta) => sum + delta, 0) / all.length,
			draw: (stream) => all[stream.below(all.length)] as number,
		},
		{
			name: `${name}, signs by coin`,
			mean: 0,
			draw: (stream) => (all[stream.below(all.length)] as number) * (stream.next() < 0.5 ? -1 : 1),
		},
	];
});
