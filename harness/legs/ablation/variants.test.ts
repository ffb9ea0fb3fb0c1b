import { expect, test } from 'vitest';
import type { KeptLeg } from '../../fusion/kept-legs.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { rrf } from '../../fusion/rrf.ts';
import { findStage } from '../../fusion/stages/index.ts';
import { defaultsOf } from '../../options.ts';
import { variantsOf } from './variants.ts';

const leg = (name: string, weight = 1) => ({ name, weight, depth: 50, exclude: [] });
const kept = (name: string, seededBy: readonly string[] = []): KeptLeg => ({
	name,
	depth: 50,
	seededBy,
	rankings: [],
	seeds: [],
	facts: {},
});
const stage = (name: string) => ({ stage: findStage(name), options: defaultsOf(findStage(name).options) });
const pipeline: Pipeline = {
	legs: [leg('fts'), leg('off', 0), leg('dense'), leg('graph')],
	fusion: rrf,
	fusionOptions: defaultsOf(rrf.options),
	stages: [stage('importance'), stage('exact')],
};

test('every non-empty subset of the weighted legs, then the whole without each stage and without any', () => {
	const variants = variantsOf(pipeline, [kept('fts'), kept('dense'), kept('graph', ['fts', 'dense'])]);
	expect(variants.map(({ label }) => label)).toEqual([
		'fts',
		'dense',
		'graph',
		'fts+dense',
		'fts+graph',
		'dense+graph',
		'fts+dense+graph',
		'fts+dense+graph without importance',
		'fts+dense+graph without exact',
		'fts+dense+graph without importance and exact',
	]);
	expect(variants.filter(({ seededElsewhere }) => seededElsewhere.length > 0).map(({ label }) => label)).toEqual([
		'graph',
		'fts+graph',
		'dense+graph',
	]);
	expect(variants[4]?.pipeline.legs.map(({ weight }) => weight)).toEqual([1, 0, 0, 1]);
	expect(variants[4]?.pipeline.stages).toHaveLength(2);
	expect(variants[8]?.pipeline.stages.map(({ stage: { name } }) => name)).toEqual(['importance']);
});

test('more than eight legs are refused', () => {
	const legs = Array.from({ length: 9 }, (_, i) => leg(`l${i}`));
	expect(() => variantsOf({ ...pipeline, legs }, [])).toThrow(/9 legs has 511 systems/);
});
