import { BenchError } from '../../errors.ts';
import { randomStream } from '../../random.ts';

/** Degree, coefficients and initial numbers of each dimension after the first: new-joe-kuo-6 (Joe & Kuo, 2008). */
const DIRECTIONS: readonly (readonly [degree: number, coefficients: number, initial: readonly number[]])[] = [
	[1, 0, [1]],
	[2, 1, [1, 3]],
	[3, 1, [1, 3, 1]],
	[3, 2, [1, 1, 1]],
	[4, 1, [1, 1, 3, 3]],
	[4, 4, [1, 3, 5, 13]],
	[5, 2, [1, 1, 5, 5, 17]],
	[5, 4, [1, 1, 5, 5, 5]],
	[5, 7, [1, 1, 7, 11, 1]],
];

export const SOBOL_DIMENSIONS = DIRECTIONS.length + 1;

/**
 * Points of a Sobol sequence in [0, 1)^dimensions, in Gray-code order (Antonov & Saleev 1979) with the direction
 * numbers of Joe & Kuo (SIAM J. Sci. Comput. 30, 2008). With a seed each dimension is shifted digitally (every point
 * XOR one random number, Cranley-Patterson in base 2), which keeps the sequence as even as it is; without, it begins
 * at the origin. At most 2^32 points and {@link SOBOL_DIMENSIONS} dimensions.
 */
export function sobolSequence(dimensions: number, seed?: number): () => Float64Array {
	if (dimensions < 1 || dimensions > SOBOL_DIMENSIONS)
		throw new BenchError('usage', `a Sobol sequence here has 1 to ${SOBOL_DIMENSIONS} dimensions, not ${dimensions}`, {
			hint: 'Sweep fewer settings at once, or use --sample random.',
		});
	const directions = Array.from({ length: dimensions }, (_, dimension) => directionNumbers(dimension));
	const stream = seed === undefined ? undefined : randomStream(seed, 'sobol');
	const state = Uint32Array.from({ length: dimensions }, () => stream?.uint32() ?? 0);
	let index = 0;
	return () => {
		const point = Float64Array.from(state, (bits) => bits / 4294967296);
		const lowestZero = 31 - Math.clz32(~index & (index + 1));
		index++;
		for (let dimension = 0; dimension < dimensions; dimension++)
			state[dimension] = (state[dimension] as number) ^ (directions[dimension]?.[lowestZero] as number);
		return point;
	};
}

/** 32 direction numbers of a dimension (0-based; the first is the van der Corput sequence). */
function directionNumbers(dimension: number): Uint32Array {
	const numbers = new Uint32Array(32);
	const entry = DIRECTIONS[dimension - 1];
	if (entry === undefined) return numbers.map((_, bit) => 2 ** (31 - bit));
	const [degree, coefficients, initial] = entry;
	for (let bit = 0; bit < 32; bit++) {
		if (bit < degree) {
			numbers[bit] = (initial[bit] as number) * 2 ** (31 - bit);
			continue;
		}
		const before = numbers[bit - degree] as number;
		let next = before ^ (before >>> degree);
		for (let term = 1; term < degree; term++)
			if ((coefficients >>> (degree - 1 - term)) & 1) next ^= numbers[bit - term] as number;
		numbers[bit] = next;
	}
	return numbers;
}
