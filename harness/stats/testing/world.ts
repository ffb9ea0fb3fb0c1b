import type { RandomStream } from '../../random.ts';

/** A distribution that paired deltas are drawn from, with its true mean. */
export interface World {
	readonly name: string;
	readonly mean: number;
	/** Chance per query of a large delta that decides the mean, where the rest of the sample says nothing of it. */
	readonly rare?: number;
	readonly draw: (stream: RandomStream) => number;
}
