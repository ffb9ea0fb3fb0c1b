import { expect, it } from 'vitest';
import type { Pipeline } from '../fusion/pipeline.ts';
import { rrf } from '../fusion/rrf.ts';
import { findStage } from '../fusion/stages/index.ts';
import { auditToJson } from '../legs/audit/audit-json.ts';
import { auditKept, auditPipeline, auditStages } from '../legs/audit/index.ts';
import { keptFrom, span } from '../legs/audit/testing/kept.ts';
import { defaultsOf } from '../options.ts';
import { renderAudit } from './audit.ts';

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

it('the original mistake, before anything is retrieved', () => {
	const legs = auditPipeline(ORIGINAL, { cutoff: 10 }).filter(({ leg }) => leg === 'graph');
	expect(renderAudit({ system: 'hybrid', cutoff: 10, legs, stages: [] })).toMatchInlineSnapshot(`
		"leg    weight  verdict      enters top 10 above  easiest  hardest  evicts all above
		───────────────────────────────────────────────────────────────────────────────────
		graph    0.35  unreachable                0.938    0.871    1.863             3.607

		graph: unreachable
		  At weight 0.35 no document that only graph returns can enter the top 10, whatever the rankings: that takes more than 0.871.
		  Its best possible score is 0.005738; where the others return nothing in common the worst of their documents scores 0.009091.
		  It may not return what fts and dense return, so it cannot reorder anything either.
		  A first document that no other leg returns enters above weight 0.938 where the others return nothing in common, above weight 1.743 where they return the same list. Over all inputs tried: above weight 0.871 in the easiest, above weight 1.863 in the hardest.
		  no example: no input lets a document of graph in; nearest miss: where the others agree on the first 9 documents and on nothing after, its best scores 0.005738 at rank 92, rank 10 scores 0.01429
		    dense  x 1  d1 d2 d3 d4 ... 46 more
		    fts    x 1  d1 d2 d3 d4 ... 46 more
		    graph  x 0.35  n1 n2 n3 n4 ... 46 more
		    fused  1 d1 0.03279, 2 d2 0.03226, 3 d3 0.03175 ... 10 d10 0.01429 ... 92 n1 0.005738
		  A comparison with and without it is not a test of graph.

		Thresholds are for a leg's first document that no other leg returns, the others at full depth: where they return
		fewer than 10 documents, anything enters. The first is for others with nothing in common and a document that no stage favours;
		easiest and hardest are over the inputs tried, and not given (-) where the list that the leg returned decides."
	`);
});

it('what was measured, with the control, and the stages', () => {
	const kept = keptFrom({
		pipeline: { ...ORIGINAL, stages: [{ stage: importance, options: defaultsOf(importance.options) }] },
		documents: 500,
		queries: 4,
		lists: {
			fts: (query) => span(query * 60, 50, 500),
			dense: (query) => span(query * 60 + 20, 50, 500),
			graph: (query) => span(query * 60 + 30, 50, 500),
		},
		relevant: (query) => [query * 60 + 25, query * 60 + 75],
	});
	const report = {
		system: 'hybrid',
		cutoff: 10,
		legs: auditKept(kept, { cutoff: 10, deeper: kept }).filter(({ leg }) => leg === 'graph'),
		stages: auditStages(kept.pipeline, {}),
	};
	const text = renderAudit(report);
	expect(text).toMatch(/with it +80\.0 +1\.0000/);
	expect(text).toMatch(/without +70\.0 +0\.5000/);
	expect(text).toContain('control: the others pulled deeper (lists too short for 4 queries)');
	expect(text).toMatch(/^importance +live/m);
	expect(auditToJson(report)).toMatchObject({
		system: 'hybrid',
		legs: [
			{
				leg: 'graph',
				verdict: 'unreachable',
				not_a_test: expect.stringContaining('not a test of graph'),
				measured: { pool: { with_leg: { size: 80, recall: 1 } }, leg_only: { documents: 40, in_top: 0 } },
			},
		],
		stages: [{ stage: 'importance', verdict: 'live' }],
	});
});
