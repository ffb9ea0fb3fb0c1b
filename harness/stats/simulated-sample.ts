import type { RandomStream } from '../random.ts';
import type { DeltaDistribution } from './delta-distribution.ts';

/** One simulated run of `n` queries: its deltas and what fast tests need of them. Reused: valid until the next one. */
export interface SimulatedSample {
	readonly n: number;
	readonly deltas: Float64Array;
	/** Deltas that are not 0. */
	moved: number;
	/** Sums of the deltas and of their second and third powers. */
	sum: number;
	squares: number;
	cubes: number;
}

const GUIDE_BITS = 10;

/**
 * Draws `draws` samples of `n` deltas each and shows them one after the other. Deltas are drawn by inversion, one
 * number of the stream each: with the same stream, a distribution that lies higher gives deltas that are nowhere lower,
 * so powers of neighbouring differences are compared without noise between them.
 */
export function simulateSamples(
	distribution: DeltaDistribution,
	n: number,
	draws: number,
	stream: RandomStream,
	visit: (sample: SimulatedSample) => void,
): void {
	const { values } = distribution;
	const cumulative = cumulate(distribution.weights);
	const guide = guideTo(cumulative);
	const words = new Uint32Array(n);
	const sample: SimulatedSample = {
		n,
		deltas: new Float64Array(n),
		moved: 0,
		sum: 0,
		squares: 0,
		cubes: 0,
	};
	for (let draw = 0; draw < draws; draw++) {
		stream.fillUint32(words);
		let moved = 0;
		let sum = 0;
		let squares = 0;
		let cubes = 0;
		for (let i = 0; i < n; i++) {
			const word = words[i] as number;
			let at = guide[word >>> (32 - GUIDE_BITS)] as number;
			while (word >= (cumulative[at] as number)) at++;
			const delta = values[at] as number;
			sample.deltas[i] = delta;
			if (delta === 0) continue;
			const square = delta * delta;
			moved++;
			sum += delta;
			squares += square;
			cubes += square * delta;
		}
		Object.assign(sample, { moved, sum, squares, cubes });
		visit(sample);
	}
}

/** Upper ends of the values' shares of the 32-bit numbers. */
function cumulate(weights: Float64Array): Float64Array {
	const ends = new Float64Array(weights.length);
	let total = 0;
	for (let i = 0; i < weights.length; i++) {
		total += weights[i] as number;
		ends[i] = total * 4294967296;
	}
	ends[weights.length - 1] = 4294967296;
	return ends;
}

/** For each leading part of a 32-bit number, the first value that it can mean. */
function guideTo(cumulative: Float64Array): Int32Array {
	const guide = new Int32Array(1 << GUIDE_BITS);
	let at = 0;
	for (let part = 0; part < guide.length; part++) {
		while (part * 2 ** (32 - GUIDE_BITS) >= (cumulative[at] as number)) at++;
		guide[part] = at;
	}
	return guide;
}
