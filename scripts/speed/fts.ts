/**
 * Latency of the lexical retrievers on 5,452 documents, in milliseconds of wall time per query, after a warm-up:
 * `node --import tsx scripts/speed/fts.ts <dataset folder>`.
 */
import type { Options, RetrieveContext, RetrieverPlugin } from '../../harness/contract.ts';
import { defaultsOf } from '../../harness/options.ts';
import { fts } from '../../retrievers/lexical/fts.ts';
import { fts5 } from '../../retrievers/lexical/fts5.ts';
import { silentContext } from '../silent-context.ts';
import { datasetOfSize, percentile, rounded, STORE_SIZE } from './large-corpus.ts';

const dataset = await datasetOfSize(process.argv[2] ?? 'data/sample', STORE_SIZE);
const scene: RetrieveContext = { seeds: new Map(), time: (_stage, work) => work(), startedFrom: () => undefined };
const systems: readonly (readonly [string, RetrieverPlugin, Options])[] = [
	['fts', fts, defaultsOf(fts.options)],
	['fts5', fts5, defaultsOf(fts5.options)],
	['fts5 porter', fts5, { ...defaultsOf(fts5.options), tokenizer: 'porter' }],
];

for (const [name, plugin, options] of systems) {
	const started = performance.now();
	const retriever = await plugin.index(dataset.corpus, options, silentContext(dataset));
	const indexed = performance.now();
	for (const query of dataset.queries.slice(0, 20)) await retriever.retrieve(query, 50, scene);
	const times: number[] = [];
	for (const query of dataset.queries) {
		const before = performance.now();
		await retriever.retrieve(query, 50, scene);
		times.push(performance.now() - before);
	}
	console.log(
		JSON.stringify({
			system: name,
			docs: dataset.corpus.length,
			queries: times.length,
			index_ms: rounded(indexed - started),
			index_mb: rounded((retriever.indexSizeBytes?.() ?? 0) / 1e6),
			p50_ms: rounded(percentile(times, 50)),
			p95_ms: rounded(percentile(times, 95)),
			max_ms: rounded(Math.max(...times)),
		}),
	);
	retriever.close?.();
}
