import { describe, expect, it } from 'vitest';
import { randomStream } from '../../harness/random.ts';
import { mergeSynonyms, synonymPairs } from './synonyms.ts';

/** Unit vectors in clusters: members of a cluster are near each other. */
function clusters(count: number, members: number, dimensions: number): Float32Array {
	const stream = randomStream(7, 'clusters');
	const normal = () => Math.sqrt(-2 * Math.log(1 - stream.next())) * Math.cos(2 * Math.PI * stream.next());
	const matrix = new Float32Array(count * members * dimensions);
	for (let cluster = 0; cluster < count; cluster++) {
		const centre = Array.from({ length: dimensions }, normal);
		for (let member = 0; member < members; member++) {
			const vector = centre.map((value) => value + 0.2 * normal());
			const length = Math.hypot(...vector);
			matrix.set(
				vector.map((value) => value / length),
				(cluster * members + member) * dimensions,
			);
		}
	}
	return matrix;
}

function allPairs(matrix: Float32Array, dimensions: number, rows: number, threshold: number): Set<string> {
	const found = new Set<string>();
	for (let a = 0; a < rows; a++)
		for (let b = a + 1; b < rows; b++) {
			let cosine = 0;
			for (let i = 0; i < dimensions; i++)
				cosine += (matrix[a * dimensions + i] as number) * (matrix[b * dimensions + i] as number);
			if (cosine >= threshold) found.add(`${a} ${b}`);
		}
	return found;
}

describe('synonymPairs', () => {
	it('finds every pair of a small set', () => {
		const matrix = clusters(100, 3, 16);
		const found = synonymPairs(matrix, 16, 300, 0.9);
		expect(new Set(found.map(({ a, b }) => `${a} ${b}`))).toEqual(allPairs(matrix, 16, 300, 0.9));
		expect(found.length).toBeGreaterThan(100);
		for (const { similarity } of found) expect(similarity).toBeGreaterThanOrEqual(0.9);
	});

	it('finds nearly every pair of a larger one, and no other', () => {
		const matrix = clusters(600, 3, 32);
		const wanted = allPairs(matrix, 32, 1800, 0.9);
		const found = synonymPairs(matrix, 32, 1800, 0.9).map(({ a, b }) => `${a} ${b}`);
		for (const pair of found) expect(wanted).toContain(pair);
		expect(found.length / wanted.size).toBeGreaterThan(0.97);
		expect(new Set(found).size).toBe(found.length);
	});
});

describe('mergeSynonyms', () => {
	it('gives connected concepts the least of their numbers', () => {
		const pair = (a: number, b: number) => ({ a, b, similarity: 1 });
		expect([...mergeSynonyms(6, [pair(3, 5), pair(1, 3), pair(2, 4)])]).toEqual([0, 1, 2, 1, 2, 1]);
		expect([...mergeSynonyms(3, [])]).toEqual([0, 1, 2]);
	});
});
