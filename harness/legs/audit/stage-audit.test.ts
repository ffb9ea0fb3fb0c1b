import { describe, expect, it } from 'vitest';
import type { Query } from '../../contract.ts';
import { fusions } from '../../fusion/index.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { rrf } from '../../fusion/rrf.ts';
import { findStage } from '../../fusion/stages/index.ts';
import type { DocFeatures } from '../../fusion/stages/stage.ts';
import { defaultsOf } from '../../options.ts';
import { auditPipeline } from './audit-system.ts';
import { auditStages, queryMoments } from './stage-audit.ts';

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

describe('stages that read the query', () => {
	const DAY = 86_400_000;
	const dated: DocFeatures = {
		...corpusWith(() => 0.5),
		createdAt: Float64Array.from({ length: 40 }, (_, docIndex) => docIndex * DAY),
		field: (docIndex) => [docIndex < 4 ? 'rare' : 'common'],
	};
	const audit = (name: string, settings: Record<string, string | number>, queries: readonly Partial<Query>[] = []) => {
		const stage = findStage(name);
		const pipeline: Pipeline = {
			legs: [],
			fusion: rrf,
			fusionOptions: defaultsOf(rrf.options),
			stages: [{ stage, options: { ...defaultsOf(stage.options), ...settings } }],
		};
		const moments = queryMoments(queries.map((query, i) => ({ id: `q${i}`, text: 'x', stratum: 's', ...query })));
		return auditStages(pipeline, { corpus: dated, moments })[0];
	};

	it('a window that no document is outside of is no test of it; one that some are outside of is a cut', () => {
		expect(audit('window', { days: 40 })).toMatchObject({
			verdict: 'constant',
			evidence: [
				'window treats all of the 40 documents of the corpus alike: switched on or off, the order is the same.',
				'This is not a test of window: no document is outside it.',
			],
		});
		expect(audit('window', { days: 39 })?.verdict).toBe('cut');
		// Asked later, the same window leaves some out.
		expect(audit('window', { days: 40 }, [{}, { askedAt: new Date(45 * DAY) }])?.verdict).toBe('cut');
	});

	it('a filter from the query is a cut where any query brings a value that not all have', () => {
		expect(audit('filter', { field: 'category', from: 'query' }, [{}, { filter: ['rare'] }])?.verdict).toBe('cut');
		expect(audit('filter', { field: 'category', from: 'query' }, [{}])).toMatchObject({
			verdict: 'constant',
			evidence: [expect.any(String), 'This is not a test of filter: every document has the value.'],
		});
	});

	it('the order of a leg replaces that of the fusion, or only heads it', () => {
		expect(audit('rerank-by', { leg: 'dense' })?.verdict).toBe('dominant');
		expect(audit('rerank-by', { leg: 'dense', absent: 'last' })?.verdict).toBe('live');
	});
});

it('the static audit takes a window for a filter', () => {
	const stage = findStage('window');
	const legs = ['one', 'two'].map((name) => ({ name, weight: name === 'one' ? 1 : 0.001, depth: 10, exclude: [] }));
	const pipeline: Pipeline = { legs, fusion: rrf, fusionOptions: defaultsOf(rrf.options), stages: [] };
	const verdict = (stages: Pipeline['stages']) =>
		auditPipeline({ ...pipeline, stages }, { cutoff: 10, corpus: corpusWith(() => 0.5) })[1]?.verdict;
	const cut = verdict([{ stage, options: defaultsOf(stage.options) }]);
	const filtered = verdict([{ stage: findStage('filter'), options: { field: 'f', value: '', from: 'query' } }]);
	expect(cut).toBe(filtered);
});
