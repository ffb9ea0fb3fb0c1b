import { BenchError } from '../../errors.ts';
import { randomStream } from '../../random.ts';
import type { Axis } from './axis.ts';
import { sobolSequence } from './sobol.ts';

export type Sampling = 'sobol' | 'random';

/** The points of a sweep: for each, the position of its value on every axis. */
export interface Points {
	readonly axes: readonly Axis[];
	readonly positions: readonly Int32Array[];
	/** Points of the whole grid. */
	readonly total: number;
	/** How they were picked: all of them, or a sample. */
	readonly sampling: 'all' | Sampling;
}

/** A sweep of more points than this is sampled. */
export const MOST_POINTS = 10_000;

export interface PointOptions {
	readonly sampling: Sampling;
	readonly seed: number;
	/** More points than this are sampled; default {@link MOST_POINTS}. */
	readonly most?: number;
}

/**
 * All points of the grid, the last axis fastest; where there are more than `most`, a seeded sample of them without
 * repeats (fewer than `most` where a sample keeps hitting the same points).
 */
export function pointsOf(axes: readonly Axis[], options: PointOptions): Points {
	const names = axes.map(({ name }) => name);
	if (axes.length === 0)
		throw new BenchError('usage', 'no grid was given', { hint: 'For example --grid weights.graph=0:2:0.05' });
	if (new Set(names).size < names.length) throw new BenchError('usage', `a setting has two grids: ${names.join(', ')}`);
	const total = axes.reduce((product, { values }) => product * values.length, 1);
	const { most = MOST_POINTS, sampling, seed } = options;
	if (total <= most)
		return { axes, total, sampling: 'all', positions: Array.from({ length: total }, (_, i) => unfold(axes, i)) };
	return { axes, total, sampling, positions: [...sampled(axes, sampling, seed, most).values()] };
}

function unfold(axes: readonly Axis[], index: number): Int32Array {
	const positions = new Int32Array(axes.length);
	let rest = index;
	for (let axis = axes.length - 1; axis >= 0; axis--) {
		const size = (axes[axis] as Axis).values.length;
		positions[axis] = rest % size;
		rest = Math.floor(rest / size);
	}
	return positions;
}

function sampled(
	axes: readonly Axis[],
	sampling: Sampling,
	seed: number,
	most: number,
): ReadonlyMap<string, Int32Array> {
	const next = samplers[sampling](axes.length, seed);
	const found = new Map<string, Int32Array>();
	// Few repeats are met before a grid that is larger than the sample is exhausted; the bound keeps odd cases finite.
	for (let draw = 0; draw < 20 * most && found.size < most; draw++) {
		const point = next();
		const positions = Int32Array.from(axes, ({ values }, axis) => Math.floor((point[axis] as number) * values.length));
		found.set(positions.join(), positions);
	}
	return found;
}

const samplers: Readonly<Record<Sampling, (dimensions: number, seed: number) => () => Float64Array>> = {
	sobol: sobolSequence,
	random(dimensions, seed) {
		const stream = randomStream(seed, 'sweep/points');
		return () => Float64Array.from({ length: dimensions }, () => stream.next());
	},
};
