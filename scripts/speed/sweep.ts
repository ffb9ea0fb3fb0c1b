/**
 * How long a sweep takes: 10,000 configurations (three weights and k) x 150 queries x 3 legs of depth 50, scored on 4
 * metrics, on one core; and PyPI ranx optimize_fusion over the same runs (fewer configurations, one metric), twice, order
 * swapped. Run it with `node --import tsx scripts/speed/sweep.ts [fusions]`, `rrf,combsum,rbc` unless told.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Doc, Fusion, IndexedRanking, Query } from '../../harness/contract.ts';
import { corpusFeatures, queryFeatures } from '../../harness/fusion/features.ts';
import { findFusion } from '../../harness/fusion/index.ts';
import type { KeptLegs } from '../../harness/fusion/kept-legs.ts';
import { createEvaluator } from '../../harness/legs/grid/evaluator.ts';
import { DEFAULT_METRICS, parseMetrics } from '../../harness/metrics/index.ts';
import { defaultsOf } from '../../harness/options.ts';
import { randomStream, shuffled } from '../../harness/random.ts';
import { bothOrders, peerPython, runPeer, timed } from './peers.ts';

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
const fusions = (process.argv[2] ?? 'rrf,combsum,rbc').split(',').map(findFusion);
const [fusion] = fusions as [Fusion, ...Fusion[]];
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

async function ours(one: Fusion): Promise<void> {
	const weights = randomStream(2, 'bench-sweep');
	const { cpu_ms, wall_ms } = await timed(() => {
		for (let i = 0; i < CONFIGURATIONS; i++) {
			const legs = kept.pipeline.legs.map((leg) => ({ ...leg, weight: 0.05 + 2 * weights.next() }));
			const defaults = defaultsOf(one.options);
			const fusionOptions = one.name === 'rrf' ? { ...defaults, k: 1 + (i % 100) } : defaults;
			evaluator.evaluate({ ...kept.pipeline, fusion: one, legs, fusionOptions }, out);
		}
	}, CONFIGURATIONS);
	console.log(
		JSON.stringify({
			system: `ours ${one.name}`,
			metrics: metrics.length,
			configurations: CONFIGURATIONS,
			cpu_ms_per_configuration: cpu_ms,
			wall_ms_per_configuration: wall_ms,
		}),
	);
}

/** The runs and judgments as ranx reads them. */
function writeForPeer(folder: string): void {
	const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
	const byQuery = (entries: (query: number) => readonly (readonly [string, number])[]): unknown =>
		Object.fromEntries(queries.map(({ id }, query) => [id, Object.fromEntries(entries(query))]));
	write(
		'qrels.json',
		byQuery((query) => [...(kept.qrels.get(`q${query}`) ?? new Map<string, number>())]),
	);
	for (const { name, rankings } of kept.legs)
		write(
			`run-${name}.json`,
			byQuery((query) => {
				const { docs, scores } = rankings[query] as IndexedRanking;
				return Array.from(docs, (doc, rank) => [`d${doc}`, scores[rank] as number]);
			}),
		);
}

const python = peerPython(['ranx']);
const folder = mkdtempSync(join(tmpdir(), 'bench-sweep-'));
try {
	writeForPeer(folder);
	console.log(JSON.stringify({ queries: QUERIES, legs: LEGS.length, depth: DEPTH }));
	await bothOrders({
		...Object.fromEntries(fusions.map((one) => [one.name, () => ours(one)])),
		ranx: () => {
			if (python === undefined) return;
			for (const line of runPeer(python, 'fusion_peer.py', [folder])) console.log(JSON.stringify(line));
		},
	});
} finally {
	rmSync(folder, { recursive: true });
}
