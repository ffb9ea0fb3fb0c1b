/**
 * How long a sweep takes: 10,000 configurations (three weights and k) x 150 queries x 3 legs of depth 50, scored on 4
 * metrics, on one core. Run it with `npx tsx scripts/speed/sweep.ts [fusion]`.
 */
import type { Doc, IndexedRanking, Query } from '../../harness/contract.ts';
import { corpusFeatures, queryFeatures } from '../../harness/fusion/features.ts';
import { findFusion } from '../../harness/fusion/index.ts';
import type { KeptLegs } from '../../harness/fusion/kept-legs.ts';
import { createEvaluator } from '../../harness/legs/grid/evaluator.ts';
import { DEFAULT_METRICS, parseMetrics } from '../../harness/metrics/index.ts';
import { defaultsOf } from '../../harness/options.ts';
import { randomStream, shuffled } from '../../harness/random.ts';

const CONFIGURATIONS = 10_000;
const QUERIES = 150;
const DEPTH = 50;
const DOCS = 5_000;
const LEGS = ['dense', 'fts', 'graph'];

const stream = randomStream(1, 'bench-sweep');
const corpus = Array.from({ length: DOCS }, (_, docIndex): Doc => {
	const importance = stream.next();
	return {
		id: `d${docIndex}`,
		content: '',
		tags: [],
		expandedKeywords: [],
		importance,
		sensitive: false,
		metadata: {},
	};
});
const queries = Array.from(
	{ length: QUERIES },
	(_, docIndex): Query => ({ id: `q${docIndex}`, text: '', stratum: 's' }),
);
const places = corpus.map((_, docIndex) => docIndex);

/** Legs draw from 100 documents of the query, so that about half of what one returns another returns too. */
const topics = queries.map(() => shuffled(places, stream).slice(0, 100));
const ranking = (topic: readonly number[]): IndexedRanking => ({
	docs: Int32Array.from(shuffled(topic, stream).slice(0, DEPTH)),
	scores: Float64Array.from({ length: DEPTH }, (_, rank) => 1 / (rank + 1)),
});
const fusion = findFusion(process.argv[2] ?? 'rrf');
const features = corpusFeatures(corpus);
const kept: KeptLegs = {
	corpus,
	queries,
	qrels: new Map(queries.map(({ id }, q) => [id, new Map((topics[q] ?? []).slice(0, 3).map((doc) => [`d${doc}`, 1]))])),
	legs: LEGS.map((name) => ({ name, depth: DEPTH, seededBy: [], rankings: topics.map(ranking), seeds: [], facts: {} })),
	pipeline: {
		legs: LEGS.map((name) => ({ name, weight: 1, depth: DEPTH, exclude: [] })),
		fusion,
		fusionOptions: defaultsOf(fusion.options),
		stages: [],
	},
	features: (docIndex) => queryFeatures(features, corpus, queries[docIndex] as Query),
};

const metrics = parseMetrics(DEFAULT_METRICS);
const evaluator = createEvaluator(kept, metrics, 100);
const out = new Float64Array(metrics.length * QUERIES);
// Processor time: other work on the machine does not count.
const started = process.cpuUsage();
for (let i = 0; i < CONFIGURATIONS; i++) {
	const legs = kept.pipeline.legs.map((leg) => ({ ...leg, weight: 0.05 + 2 * stream.next() }));
	const options =
		fusion.name === 'rrf' ? { ...defaultsOf(fusion.options), k: 1 + (i % 100) } : defaultsOf(fusion.options);
	evaluator.evaluate({ ...kept.pipeline, legs, fusionOptions: options }, out);
}
const { user, system } = process.cpuUsage(started);
const seconds = (user + system) / 1e6;
process.stdout.write(
	`${fusion.name}: ${CONFIGURATIONS} configurations x ${QUERIES} queries x ${LEGS.length} legs of ${DEPTH} on ` +
		`${metrics.map((metric) => metric.name).join(', ')}: ${seconds.toFixed(2)} s, ` +
		`${((seconds / CONFIGURATIONS / QUERIES) * 1e6).toFixed(2)} us per query\n`,
);
