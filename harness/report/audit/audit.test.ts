import { expect, it } from 'vitest';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { rrf } from '../../fusion/rrf.ts';
import { findStage } from '../../fusion/stages/index.ts';
import { auditKept, auditPipeline, auditStages } from '../../legs/audit/index.ts';
import { keptFrom, span } from '../../legs/audit/testing/kept.ts';
import { defaultsOf } from '../../options.ts';
import { formats } from '../formats/index.ts';
import { auditView } from './audit.ts';
import type { AuditReport } from './audit-data.ts';

const importance = findStage('importance');
const ORIGINAL: Pipeline = {
	legs: [
		{ name: 'fts', weight: 1, depth: 50, exclude: [] },
		{ name: 'dense', weight: 1, depth: 50, exclude: [] },
		{ name: 'graph', weight: 0.35, depth: 50, exclude: ['fts', 'dense'] },
	],
	fusion: rrf,
	fusionOptions: defaultsOf(rrf.options),
	stages: [],
};

const render = (report: AuditReport, details = false): string => formats.table.render(auditView(report), { details });

it('the original mistake, before anything is retrieved', () => {
	const legs = auditPipeline(ORIGINAL, { cutoff: 10 }).filter(({ leg }) => leg === 'graph');
	expect(render({ system: 'hybrid', cutoff: 10, legs, stages: [] })).toMatchInlineSnapshot(`
		"graph cannot matter at weight 0.35: where the other legs return full lists, nothing that it returns changes the top 10. A comparison with and without it is not a test of graph as long as those lists are full; the audit without --static looks whether they are.

		leg    weight  verdict        enters top 10 above  for full lists  for any lists
		────────────────────────────────────────────────────────────────────────────────
		graph    0.35  cannot-matter                0.938           0.871            any

		graph: cannot-matter
		At weight 0.35 graph cannot change the top 10 while the other legs return full lists, fts 50 and dense 50 documents: no document that only it returns enters (that takes a weight above 0.871), and it reorders nothing, for it may not return what fts and dense return.
		Its best possible score is 0.005738; where the others return nothing in common the worst of their documents scores 0.009091.
		Where a query leaves the others with fewer than 10 documents, its own documents fill the room.
		Against full lists a first document that no other leg returns enters above weight 0.938 where the others return nothing in common, above weight 1.743 where they return the same list. Over all full lists tried: above weight 0.871 in the easiest case, above weight 1.863 in the hardest.
		No example: no input of full lists lets a document of graph in; nearest miss: where the others agree on the first 9 documents and on nothing after, its best scores 0.005738 at rank 92, rank 10 scores 0.01429.

		leg    weight  returns (fused: rank, document, score)
		─────────────────────────────────────────────────────────────────────────────────────────────
		dense       1  d1 d2 d3 d4 ... 46 more
		fts         1  d1 d2 d3 d4 ... 46 more
		graph    0.35  n1 n2 n3 n4 ... 46 more
		fused          1 d1 0.03279, 2 d2 0.03226, 3 d3 0.03175 ... 10 d10 0.01429 ... 92 n1 0.005738

		enters top 10 above: at a larger weight the first document that only this leg returns enters, where the others return full lists with nothing in common.
		for full lists: the smallest such weight over all full lists that the others may return. At a smaller one its own documents enter only where the others leave room (for any lists).
		any: every weight above 0. never: no weight is enough. -: none was found, which is no proof, or the list that the leg returned decides.

		--details shows the full tables."
	`);
});

const lists = {
	fts: (query: number) => span(query * 60, 50, 500),
	dense: (query: number) => span(query * 60 + 20, 50, 500),
	graph: (query: number) => span(query * 60 + 30, 50, 500),
};
const measuredOn = (pipeline: Pipeline): AuditReport => {
	const relevant = (query: number) => [query * 60 + 25, query * 60 + 75];
	const kept = keptFrom({ pipeline, documents: 500, queries: 4, lists, relevant });
	return {
		system: 'hybrid',
		cutoff: 10,
		legs: auditKept(kept, { cutoff: 10, deeper: kept }).filter(({ leg }) => leg === 'graph'),
		stages: auditStages({ ...pipeline, stages: [{ stage: importance, options: defaultsOf(importance.options) }] }, {}),
	};
};

it('what was measured, with the control, and the stages', () => {
	const report = measuredOn(ORIGINAL);
	const text = render(report, true);
	expect(text).toMatch(/with it +80\.0 +1\.0000/);
	expect(text).toMatch(/without +70\.0 +0\.5000/);
	expect(text).toContain('control: the others pulled deeper (lists too short for 4 queries)');
	expect(text).toMatch(/^importance +live/m);
	expect(text).toContain('and on these 4 queries the top 10 is the same with and without it');
	expect(auditView(report).data).toMatchObject({
		system: 'hybrid',
		legs: [
			{
				leg: 'graph',
				verdict: 'cannot-matter',
				can_matter: false,
				remark: null,
				not_a_test: expect.stringContaining('not a test of graph'),
				measured: { pool: { with_leg: { size: 80, recall: 1 } }, leg_only: { documents: 40, in_top: 0 } },
			},
		],
		stages: [{ stage: 'importance', verdict: 'live' }],
	});
});

it('a leg that is limited, and live ones: what a comparison is a test of', () => {
	const weighted = (weight: number, exclude: readonly string[]): Pipeline => ({
		...ORIGINAL,
		legs: ORIGINAL.legs.map((leg) => (leg.name === 'graph' ? { ...leg, weight, exclude } : leg)),
	});
	const answer = (pipeline: Pipeline) =>
		auditView({ system: 'hybrid', cutoff: 10, legs: auditPipeline(pipeline, { cutoff: 10 }), stages: [] }).answer;
	expect(answer(weighted(0.35, []))[0]).toBe(
		'graph is reorder-only at weight 0.35: a comparison with and without it is a test of graph as a re-orderer, not as a source; a weight of 0.938 is needed before its own documents enter against full lists.',
	);
	expect(answer(weighted(1, [])).at(-1)).toMatch(/^fts, dense and graph are live, each of them: /);
	expect(answer(weighted(0, []))[0]).toBe('graph has weight 0 and is no part of the system.');
});
