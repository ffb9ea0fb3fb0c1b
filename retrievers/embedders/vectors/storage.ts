import { roundToHalf } from './half.ts';

export const STORAGES = ['float32', 'float16', 'int8'] as const;
export type Storage = (typeof STORAGES)[number];

/**
 * A vector of length 1 as a store keeps it, read back and made length 1 again: float16 (IEEE 754 binary16), or int8, where
 * the largest number of the vector becomes 127 and all are rounded to whole steps.
 */
export function asStored(vector: Float32Array, storage: Storage): Float32Array {
	if (storage === 'float32') return vector;
	if (storage === 'float16') return normalised(vector.map(roundToHalf)) as Float32Array;
	const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
	const step = largest / 127;
	return normalised(vector.map((value) => Math.round(value / step) * step)) as Float32Array;
}

/** A vector of length 1 of the same direction; undefined where it has no direction or a value that is no number. */
export function normalised(vector: Float32Array): Float32Array | undefined {
	let squares = 0;
	for (const value of vector) squares += value * value;
	const norm = Math.sqrt(squares);
	return norm > 0 && Number.isFinite(norm) ? vector.map((value) => value / norm) : undefined;
}
