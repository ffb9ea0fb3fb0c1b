import { describe, expect, test } from 'vitest';
import { pointsOf } from './points.ts';
import { SOBOL_DIMENSIONS, sobolSequence } from './sobol.ts';

describe('sobolSequence', () => {
	test('begins as published for the direction numbers of Joe and Kuo', () => {
		const next = sobolSequence(3);
		expect(Array.from({ length: 8 }, () => [...next()])).toEqual([
			[0, 0, 0],
			[0.5, 0.5, 0.5],
			[0.75, 0.25, 0.25],
			[0.25, 0.75, 0.75],
			[0.375, 0.375, 0.625],
			[0.875, 0.875, 0.125],
			[0.625, 0.125, 0.875],
			[0.125, 0.625, 0.375],
		]);
	});

	test.each([undefined, 1, 2])(
		'seed %s: the first 2^8 points hit each of 256 cells of every dimension once',
		(seed) => {
			const next = sobolSequence(SOBOL_DIMENSIONS, seed);
			const points = Array.from({ length: 256 }, () => next());
			for (let dimension = 0; dimension < SOBOL_DIMENSIONS; dimension++)
				expect(new Set(points.map((point) => Math.floor((point[dimension] as number) * 256))).size).toBe(256);
		},
	);

	test('the first 64 points of the first two dimensions hit each cell of an 8 x 8 grid once', () => {
		const next = sobolSequence(2, 7);
		const cells = Array.from({ length: 64 }, () =>
			next()
				.map((x) => Math.floor(x * 8))
				.join(),
		);
		expect(new Set(cells).size).toBe(64);
	});

	test('seeds differ, and repeat', () => {
		expect([...sobolSequence(4, 1)()]).toEqual([...sobolSequence(4, 1)()]);
		expect([...sobolSequence(4, 1)()]).not.toEqual([...sobolSequence(4, 2)()]);
	});

	test('more dimensions than it has are refused', () => {
		expect(() => sobolSequence(SOBOL_DIMENSIONS + 1)).toThrow(/1 to 10 dimensions/);
	});
});

describe('pointsOf', () => {
	const axis = (name: string, count: number) => ({ name, values: Array.from({ length: count }, (_, i) => i) });

	test('a small grid is taken whole, the last axis fastest', () => {
		const { positions, sampling, total } = pointsOf([axis('a', 2), axis('b', 3)], { sampling: 'sobol', seed: 1 });
		expect(positions.map((position) => [...position])).toEqual([
			[0, 0],
			[0, 1],
			[0, 2],
			[1, 0],
			[1, 1],
			[1, 2],
		]);
		expect([sampling, total]).toEqual(['all', 6]);
	});

	test.each(['sobol', 'random'] as const)(
		'%s: a large one is sampled without repeats, from the seed alone',
		(sampling) => {
			const axes = [axis('a', 40), axis('b', 40), axis('c', 40)];
			const { positions, total } = pointsOf(axes, { sampling, seed: 3, most: 500 });
			expect(total).toBe(64_000);
			expect(new Set(positions.map((position) => position.join())).size).toBe(500);
			expect(positions.every((position) => position.every((at) => at >= 0 && at < 40))).toBe(true);
			expect(pointsOf(axes, { sampling, seed: 3, most: 500 }).positions).toEqual(positions);
			expect(pointsOf(axes, { sampling, seed: 4, most: 500 }).positions).not.toEqual(positions);
		},
	);

	test('no grid, and two for one setting, are refused', () => {
		expect(() => pointsOf([], { sampling: 'sobol', seed: 1 })).toThrow(/no grid/);
		expect(() => pointsOf([axis('a', 2), axis('a', 2)], { sampling: 'sobol', seed: 1 })).toThrow(/two grids/);
	});
});
