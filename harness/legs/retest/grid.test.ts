import { describe, expect, test } from 'vitest';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { rrf } from '../../fusion/rrf.ts';
import { defaultsOf } from '../../options.ts';
import { baseGrid, challengerGrid, controlGrid } from './grid.ts';

const pipeline = (weights: Readonly<Record<string, number>>): Pipeline => ({
	legs: Object.entries(weights).map(([name, weight]) => ({ name, weight, depth: 50, exclude: [] })),
	fusion: rrf,
	fusionOptions: defaultsOf(rrf.options),
	stages: [],
});
const weightsOf = ({ legs }: Pipeline): Readonly<Record<string, number>> =>
	Object.fromEntries(legs.map(({ name, weight }) => [name, weight]));

describe('grids', () => {
	test('the control has as many settings as the system with the leg, and is pulled as deep as four times', () => {
		const challenger = challengerGrid(pipeline({ x: 1, y: 1, g: 1 }), 'g', [0.5, 1]);
		const control = controlGrid(pipeline({ x: 1, y: 1 }), [0.5, 1]);
		expect(control.pipelines).toHaveLength(challenger.pipelines.length);
		expect(new Set(control.pipelines.map(({ legs }) => legs[0]?.depth))).toEqual(new Set([50, 100, 200]));
	});

	test('preferred where the data do not decide: the base as set, without the leg', () => {
		const { pipelines, preference } = challengerGrid(pipeline({ x: 2, y: 1, g: 1 }), 'g', [0.5, 1]);
		expect(weightsOf(pipelines[preference[0] as number] as Pipeline)).toEqual({ x: 2, y: 1, g: 0 });
		const base = baseGrid(pipeline({ x: 2, y: 1 }));
		expect(weightsOf(base.pipelines[base.preference[0] as number] as Pipeline)).toEqual({ x: 2, y: 1 });
	});

	test('proportions leave the mean weight of the base as it is, so that a weight of the leg means the same', () => {
		for (const one of challengerGrid(pipeline({ x: 2, y: 1, z: 3, g: 1 }), 'g', [1]).pipelines) {
			const { x = 0, y = 0, z = 0, g } = weightsOf(one);
			expect(x + y + z).toBeCloseTo(6, 12);
			expect([0, 2]).toContain(g);
		}
	});

	test('a leg of weight 0 is no base', () => {
		for (const one of baseGrid(pipeline({ x: 1, y: 0 })).pipelines) expect(weightsOf(one)).toEqual({ x: 1, y: 0 });
	});
});
