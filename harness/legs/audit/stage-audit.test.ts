import { describe, expect, it } from 'vitest';
import { fusions } from '../../fusion/index.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { rrf } from '../../fusion/rrf.ts';
import { findStage } from '../../fusion/stages/index.ts';
import type { DocFeatures } from '../../fusion/stages/stage.ts';
import { defaultsOf } from '../../options.ts';
import { auditStages } from './stage-audit.ts';

function verdictOf(name: string, options: Record<string, string | number> = {}, corpus?: DocFeatures): string {
	const stage = findStage(name);
	const pipeline: Pipeline = {
		legs: [],
		fusion: fusions.rrf ?? rrf,
		fusionOptions: defaultsOf(rrf.options),
		stages: [{ stage, options: { ...defaultsOf(stage.options), ...options } }],
	};
	return auditStages(pipeline, corpus === undefined ? {} : { corpus })[0]?.verdict as string;
}

function corpusWith(importanceOf: (docIndex: number) => number): DocFeatures {
	return {
		importance: Float64Array.from({ length: 40 }, (_, docIndex) => importanceOf(docIndex)),
		createdAt: Float64Array.from({ length: 40 }, (_, docIndex) => (docIndex * 7) % 40),
		field: () => ['x'],
	};
}

describe('stages', () => {
	it('6. a prior with the same value for every document is constant', () => {
		expect(
			verdictOf(
				'importance',
				{},
				corpusWith(() => 0.5),
			),
		).toBe('constant');
		expect(verdictOf('importance', { slope: 0 })).toBe('constant');
	});

	it('a prior that differs by a hair is live', () => {
		expect(
			verdictOf(
				'importance',
				{},
				corpusWith((docIndex) => 0.5 + docIndex * 1e-6),
			),
		).toBe('live');
		expect(verdictOf('importance')).toBe('live');
	});

	it('a sort by date replaces the order, a sort by relevance does nothing', () => {
		expect(
			verdictOf(
				'sort',
				{ by: 'recency' },
				corpusWith(() => 0.5),
			),
		).toBe('dominant');
		expect(verdictOf('sort', { by: 'relevance' })).toBe('constant');
		expect(
			verdictOf(
				'sort',
				{ by: 'importance' },
				corpusWith(() => 0.5),
			),
		).toBe('constant');
	});

	it('limits and filters cut', () => {
		expect(verdictOf('limit', { n: 5 })).toBe('cut');
		expect(verdictOf('filter', { field: 'category', value: 'x' })).toBe('cut');
		expect(
			verdictOf(
				'filter',
				{ field: 'category', value: 'x' },
				corpusWith(() => 0.5),
			),
		).toBe('constant');
	});

	it('a bonus is live where phrases match', () => {
		expect(verdictOf('exact')).toBe('live');
	});
});
