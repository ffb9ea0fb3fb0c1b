import { BenchError } from '../../harness/errors.ts';
import type { Pooling } from './embedding.ts';
import type { OnnxOutput } from './transformers.ts';

/**
 * One L2-normalised vector per text of a batch. All texts of a batch have the same length, so there is no padding to
 * mask. Of a vector longer than `dimensions` the front is kept, as models trained for that allow (Kusupati et al.,
 * "Matryoshka representation learning", 2022); a model of plain vectors is opened with its full width.
 */
export function pooledVectors(output: OnnxOutput, pooling: Pooling, dimensions: number): Float32Array[] {
	const [texts = 0, second = 0, third] = output.dims;
	const tokens = third === undefined ? 1 : second;
	const width = third ?? second;
	if (width < dimensions)
		throw new BenchError('model', `the model's vectors have ${width} dimensions, not ${dimensions}`, {
			hint: `Write ?dims=${width} or less.`,
		});
	return Array.from({ length: texts }, (_, text) => {
		const start = text * tokens * width;
		const vector = new Float64Array(dimensions);
		if (pooling === 'mean') {
			for (let token = 0; token < tokens; token++)
				for (let i = 0; i < dimensions; i++)
					vector[i] = (vector[i] as number) + (output.data[start + token * width + i] as number);
		} else {
			const at = start + (pooling === 'last' ? (tokens - 1) * width : 0);
			for (let i = 0; i < dimensions; i++) vector[i] = output.data[at + i] as number;
		}
		return normalised(vector);
	});
}

/** Scales to length 1, as 32-bit floats; the zero vector stays as it is. */
export function normalised(vector: ArrayLike<number>): Float32Array {
	let squares = 0;
	for (let i = 0; i < vector.length; i++) squares += (vector[i] as number) ** 2;
	const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
	return Float32Array.from(vector, (value) => value * scale);
}
