import { BenchError } from '../../../harness/errors.ts';
import { normalised } from '../pooling.ts';

/** How a service sends the numbers of a vector. */
export const VECTOR_TYPES = ['float', 'int8', 'binary'] as const;
export type VectorType = (typeof VECTOR_TYPES)[number];

/** One entry of an answer: numbers, or their bytes in base64. */
export type Sent = unknown;

/**
 * The vector of an answer, L2-normalised; undefined where it is none of so many finite numbers.
 *
 * `float` comes as numbers or as base64 of little-endian 32-bit floats; `int8` as whole numbers from -128 to 127, whose
 * scale does not matter after normalising; `binary` as bytes of eight dimensions each, highest bit first, where a set bit
 * stands for 1 and another for -1, so that the cosine is 1 - 2 x (differing bits / dimensions).
 */
export function readVector(sent: Sent, type: VectorType, dimensions: number): Float32Array | undefined {
	if (type === 'binary') return readBits(sent, dimensions);
	const numbers = typeof sent === 'string' ? floatsOf(sent) : sent;
	if (!(Array.isArray(numbers) || numbers instanceof Float32Array) || numbers.length !== dimensions) return undefined;
	let squares = 0;
	for (const value of numbers as Iterable<unknown>) {
		if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
		squares += value * value;
	}
	// A vector without a direction is near to nothing and far from nothing.
	return squares > 0 && Number.isFinite(squares) ? normalised(numbers as ArrayLike<number>) : undefined;
}

function readBits(sent: Sent, dimensions: number): Float32Array | undefined {
	const bytes = typeof sent === 'string' ? [...Buffer.from(sent, 'base64')] : sent;
	if (!Array.isArray(bytes) || bytes.length * 8 !== dimensions) return undefined;
	if (!bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) return undefined;
	const value = 1 / Math.sqrt(dimensions);
	return Float32Array.from({ length: dimensions }, (_, i) =>
		((bytes[i >> 3] as number) >> (7 - (i & 7))) & 1 ? value : -value,
	);
}

function floatsOf(base64: string): Float32Array | undefined {
	const bytes = Buffer.from(base64, 'base64');
	if (bytes.length % 4 !== 0) return undefined;
	return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

/** The entries of `[{index, embedding}]` in the order of the texts: the order of the list is not promised, `index` is. */
export function byIndex(data: unknown, texts: number): readonly Sent[] {
	const out: Sent[] = new Array(texts).fill(undefined);
	for (const [position, entry] of Array.isArray(data) ? data.entries() : []) {
		const { index = position, embedding } = (entry ?? {}) as { index?: number; embedding?: unknown };
		if (Number.isInteger(index) && index >= 0 && index < texts) out[index] = embedding;
	}
	return out;
}

/** The answer `{data: [{index, embedding}], usage: {total_tokens}}` of OpenAI's protocol, which Voyage and Jina speak too. */
export function readIndexed(answer: unknown, texts: number): { vectors: readonly Sent[]; tokens?: number } {
	const { data, usage } = (answer ?? {}) as { data?: unknown; usage?: { total_tokens?: number } };
	const tokens = usage?.total_tokens;
	return { vectors: byIndex(data, texts), ...(tokens === undefined ? {} : { tokens }) };
}

/** A list, or an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function wrongVectors(host: string, dimensions: number): BenchError {
	return new BenchError('network', `${host} did not answer with one vector of ${dimensions} numbers for each text`, {
		hint: "The length of the model's vectors is set by ?dims=.",
	});
}
