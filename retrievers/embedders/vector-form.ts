import { option } from '../../harness/options.ts';
import type { CountedVector, TextEmbedder } from './embedding.ts';
import { VECTOR_TYPES, type VectorType } from './hosted/vectors.ts';
import { normalised } from './pooling.ts';

export const DIMS_OPTION = option.integer(0, {
	min: 1,
	also: [0],
	help: 'keeps so many dimensions of each vector, the first ones, and gives it length 1 again; 0: all',
});

export const VECTORS_OPTION = option.choice(
	'float',
	VECTOR_TYPES,
	'numbers of the vectors: shows what int8 or binary costs in quality, not what they save (search runs in floats)',
);

/** A shorter or coarser form of a model's vectors. */
export interface VectorForm {
	/** The first so many dimensions; 0: all. */
	readonly dims: number;
	readonly vectors: VectorType;
}

/**
 * The embedder with its vectors in another form, made from each vector alone:
 *
 * - the first `dims` dimensions, for models trained for that (Kusupati et al., "Matryoshka representation learning",
 *   2022); any other model loses more;
 * - `int8`: each value as a whole number from -127 to 127, 127 being the vector's own largest magnitude;
 * - `binary`: each value as its sign, so that the cosine is 1 - 2 x (differing bits / dimensions); 0 counts as negative.
 *
 * The result has length 1. Cached are the model's own vectors, so that every form of them is there at once.
 */
export function inForm(whole: TextEmbedder, { dims, vectors }: VectorForm): TextEmbedder {
	if ((dims === 0 || dims === whole.dimensions) && vectors === 'float') return whole;
	const dimensions = dims === 0 ? whole.dimensions : dims;
	const make = (vector: Float32Array): Float32Array => formed(vector.subarray(0, dimensions), vectors);
	const embedCounted: TextEmbedder['embedCounted'] = async (texts, role) =>
		(await whole.embedCounted(texts, role)).map(
			(counted): CountedVector => ({ ...counted, vector: make(counted.vector) }),
		);
	return {
		...whole,
		id: `${whole.id} kept_dimensions=${dimensions} vectors=${vectors}`,
		dimensions,
		madeFrom: { embedder: whole, make },
		embedCounted,
		embed: async (texts, role) => (await embedCounted(texts, role)).map(({ vector }) => vector),
	};
}

function formed(vector: Float32Array, type: VectorType): Float32Array {
	if (type === 'float') return normalised(vector);
	if (type === 'binary') return normalised(vector.map((value) => (value > 0 ? 1 : -1)));
	const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
	return largest === 0
		? Float32Array.from(vector)
		: normalised(vector.map((value) => Math.round((value / largest) * 127)));
}
