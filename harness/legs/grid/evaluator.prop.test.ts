import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Doc, IndexedRanking, Query } from '../../contract.ts';
import { corpusFeatures, queryFeatures } from '../../fusion/features.ts';
import { fusions } from '../../fusion/index.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { rankingsOf } from '../../fusion/kept-legs.ts';
import { fuse, type Pipeline } from '../../fusion/pipeline.ts';
import { findStage } from '../../fusion/stages/index.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { defaultsOf } from '../../options.ts';
import { scoreRankings } from '../../run/scoring.ts';
import { createEvaluator } from './evaluator.ts';

const DOCS = 40;
const corpus: readonly Doc[] = Array.from({ length: DOCS }, (_, docIndex) => ({
	id: `d${docIndex}`,
	content: `word${docIndex % 7} tail`,
	tags: [],
	expandedKeywords: [],
	importance: (docIndex % 3) / 2,
	sensitive: false,
	metadata: {},
}));
const queries: readonly Query[] = ['a', 'b', 'c'].map((id, i) => ({ id, text: `word${i}`, stratum: 's' }));
const features = corpusFeatures(corpus);
const metrics = parseMetrics('nDCG@10,recall@5,MRR,AP,bpref,judged@10,P(rel=2)@5,RBP(p=0.8)');

const ranking: fc.Arbitrary<IndexedRanking> = fc
	.uniqueArray(fc.tuple(fc.nat(DOCS - 1), fc.integer({ min: 0, max: 6 })), { selector: ([doc]) => doc, maxLength: 25 })
	.map((entries) => entries.sort(([d1, s1], [d2, s2]) => s2 - s1 || d1 - d2))
	.map((entries) => ({
		docs: Int32Array.from(entries, ([doc]) => doc),
		scores: Float64Array.from(entries, ([, score]) => score),
	}));
// Few judgments take the counting path, many the sorting one.
const grades = fc.uniqueArray(fc.tuple(fc.nat(DOCS - 1), fc.integer({ min: 0, max: 3 })), {
	selector: ([doc]) => doc,
	maxLength: 30,
});
const weight = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0.01, max: 3, noNaN: true }));

test('the quick path gives the values of fusing, cutting and scoring', () => {
	const caseOf = fc.record({
		rankings: fc.array(fc.array(ranking, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
		judgments: fc.array(grades, { minLength: 3, maxLength: 3 }),
		variations: fc.array(
			fc.record({
				weights: fc.array(weight, { minLength: 3, maxLength: 3 }).filter((all) => all.some((w) => w > 0)),
				fusion: fc.constantFrom(...Object.values(fusions)),
				depth: fc.integer({ min: 1, max: 25 }),
				exclude: fc.boolean(),
				stageNames: fc.subarray(['importance', 'exact', 'sort', 'limit']),
			}),
			{ minLength: 1, maxLength: 6 },
		),
		depth: fc.integer({ min: 1, max: 30 }),
	});
	fc.assert(
		fc.property(caseOf, ({ rankings, judgments, variations, depth }) => {
			const pipelines = variations.map(
				(v): Pipeline => ({
					legs: ['x', 'y', 'z'].map((name, i) => ({
						name,
						weight: v.weights[i] as number,
						depth: v.depth,
						exclude: v.exclude && i === 2 ? ['x'] : [],
					})),
					fusion: v.fusion,
					fusionOptions: defaultsOf(v.fusion.options),
					stages: v.stageNames.map((name) => ({
						stage: findStage(name),
						options: defaultsOf(findStage(name).options),
					})),
				}),
			);
			const kept: KeptLegs = {
				corpus,
				queries,
				qrels: new Map(
					queries.map(({ id }, i) => [id, new Map((judgments[i] ?? []).map(([doc, grade]) => [`d${doc}`, grade]))]),
				),
				legs: ['x', 'y', 'z'].map((name, i) => ({
					name,
					depth: 25,
					seededBy: [],
					rankings: rankings.map((perLeg) => perLeg[i] as IndexedRanking),
					seeds: [],
					facts: {},
				})),
				pipeline: pipelines[0] as Pipeline,
				features: (queryIndex) => queryFeatures(features, corpus, queries[queryIndex] as Query),
			};
			const evaluator = createEvaluator(kept, metrics, depth);
			const out = new Float64Array(metrics.length * queries.length);
			for (const pipeline of pipelines) {
				evaluator.evaluate(pipeline, out);
				const fused = queries.map((_, q) => fuse(pipeline, rankingsOf(kept, q), kept.features(q), depth));
				const scores = scoreRankings(kept, fused, metrics);
				const expected = metrics.flatMap(({ name }) => scores.map((score) => score.metrics?.[name] ?? Number.NaN));
				expect([...out]).toEqual(expected);
			}
		}),
		{ numRuns: 150 },
	);
});
