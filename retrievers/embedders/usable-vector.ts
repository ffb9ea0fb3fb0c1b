import { BenchError } from '../../harness/errors.ts';
import type { CountedVector } from './embedding.ts';

/** From so many different texts of one call on, equal vectors for all of them are no accident. */
const MANY = 8;

/** The fault of a vector that no working model gives; undefined where there is none. */
export function vectorFault(vector: Float32Array): string | undefined {
	if (!vector.every(Number.isFinite)) return 'a vector with a value that is no number';
	const [first = 0] = vector;
	if (vector.length > 1 && vector.every((value) => value === first))
		return first === 0 ? 'a vector of nothing but zeros' : 'a vector whose values are all equal';
	return undefined;
}

/**
 * Holds what an embedder gave for some texts, all different, against what can't be embeddings: such vectors would be
 * kept, and every ranking made from them would be noise that looks like a result.
 *
 * @throws BenchError `model` that names the embedder and the text by its index and length, never by its words
 */
export function requireUsable(embedder: string, texts: readonly string[], vectors: readonly CountedVector[]): void {
	for (const [i, { vector }] of vectors.entries()) {
		const fault = vectorFault(vector);
		if (fault !== undefined)
			throw unusable(embedder, `${fault} for text ${i + 1} of ${texts.length} (${texts[i]?.length} characters)`);
	}
	const [first] = vectors;
	if (first === undefined || vectors.length < MANY) return;
	if (vectors.every(({ vector }) => vector.every((value, i) => value === first.vector[i])))
		throw unusable(embedder, `the same vector for ${vectors.length} different texts`);
}

function unusable(embedder: string, what: string): BenchError {
	return new BenchError('model', `${embedder} gave ${what}`, {
		hint: 'The model or its server does not work as it should. Nothing of this call was kept; what was embedded before is.',
	});
}
