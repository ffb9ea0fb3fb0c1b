/**
 * Quality and latency of the Postgres systems beside those in process, a JSON line each:
 * `node --import tsx scripts/speed/postgres.ts <dataset folder> [--cache-dir dir] [--url embedded|postgres://...]
 * [--only text] [--size n]`. Times are wall time per query, after a warm-up, query vectors from the cache.
 */
import { parseArgs } from 'node:util';
import type { IndexedRanking } from '../../harness/contract.ts';
import { loadDataset } from '../../harness/datasets/load.ts';
import { parseMetric } from '../../harness/metrics/index.ts';
import type { Settings } from '../../harness/options.ts';
import { openSystem } from '../../harness/run/open-system.ts';
import { scoreRankings, summarise } from '../../harness/run/scoring.ts';
import { resolveSystem } from '../../retrievers/resolve-system.ts';
import { silentContext } from '../silent-context.ts';
import { datasetOfSize, percentile, rounded } from './large-corpus.ts';

const DEPTH = 50;
const METRIC = 'nDCG@10';
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		'cache-dir': { type: 'string', default: 'cache' },
		url: { type: 'string', default: 'embedded' },
		only: { type: 'string', default: '' },
		size: { type: 'string' },
	},
});
const directory = positionals[0] ?? 'data/sample';
const dataset =
	values.size === undefined ? await loadDataset(directory) : await datasetOfSize(directory, Number(values.size));

const { url } = values;
const hnsw = { url, index: 'hnsw', require_index: true };
const legs = ['fts=postgres:fts', 'dense=postgres:dense'];
const fused = { legs, 'fts.url': url, 'dense.url': url };
const systems: readonly (readonly [string, string, Settings])[] = [
	['fts', 'fts', {}],
	['fts5', 'fts5', {}],
	['postgres:fts', 'postgres:fts', { url }],
	['postgres:fts merge_sort=importance', 'postgres:fts', { url, merge_sort: 'importance' }],
	['postgres:fts or_broaden=false', 'postgres:fts', { url, or_broaden: false }],
	['dense', 'dense', {}],
	['postgres:dense exact', 'postgres:dense', { url }],
	['postgres:dense hnsw, planner decides', 'postgres:dense', { url, index: 'hnsw' }],
	...[10, 20, 40, 80, 160, 200].map((ef): [string, string, Settings] => [
		`postgres:dense hnsw ef=${ef}`,
		'postgres:dense',
		{ ...hnsw, ef_search: ef },
	]),
	['postgres:dense hnsw ef=40 iterative', 'postgres:dense', { ...hnsw, iterative_scan: 'relaxed_order' }],
	['hybrid in process of postgres legs', 'hybrid', { ...fused, stages: ['importance'] }],
	['postgres:hybrid', 'postgres:hybrid', { url }],
	[
		'postgres:graph in hybrid in process',
		'hybrid',
		{ ...fused, legs: [...legs, 'graph=postgres:graph'], 'graph.url': url },
	],
	['postgres:hybrid with graph', 'postgres:hybrid', { url, legs: 'fts,dense,graph', importance: false }],
	...(url === 'embedded' ? [['postgres:bm25', 'postgres:bm25', { url }] as [string, string, Settings]] : []),
];
const metric = parseMetric(METRIC);

for (const [name, retriever, settings] of systems.filter(([name]) => name.includes(values.only))) {
	const system = await resolveSystem({ retriever, settings });
	const started = performance.now();
	const context = silentContext(dataset, { cacheDirectory: values['cache-dir'] });
	const open = await openSystem(system, { dataset, depth: DEPTH, context });
	const indexMs = performance.now() - started;
	for (const query of dataset.queries.slice(0, 10)) await open.retrieve(query);
	const times: number[] = [];
	const rankings: IndexedRanking[] = [];
	for (const query of dataset.queries) {
		const before = performance.now();
		const { ranking } = await open.retrieve(query);
		times.push(performance.now() - before);
		rankings.push(ranking);
	}
	const summary = summarise(scoreRankings(dataset, rankings, [metric]), [METRIC]);
	console.log(
		JSON.stringify({
			dataset: dataset.name,
			engine: url === 'embedded' ? 'embedded' : 'server',
			system: name,
			docs: dataset.corpus.length,
			queries: times.length,
			ndcg_10: rounded(summary.overall.metrics[METRIC] ?? Number.NaN),
			p50_ms: rounded(percentile(times, 50)),
			p95_ms: rounded(percentile(times, 95)),
			index_s: rounded(indexMs / 1000),
			index_mb: rounded(open.indexSizeBytes() / 1e6),
			approximate: open.retriever.facts?.().approximate ?? null,
		}),
	);
	open.close();
}
