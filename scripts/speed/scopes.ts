/**
 * The cost of many small stores: makes data of the shape of LongMemEval-S (scopes x sessions of `tokens` words each, one
 * query a scope, its own answer session; some sessions are shared by several scopes) and runs each system over it, a
 * store per scope. Prints minutes, processor time, memory and latency.
 *
 *     npx tsx scripts/speed/scopes.ts [scopes] [sessions] [tokens] [system,system...]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dataset, Doc, Query } from '../../harness/contract.ts';
import { parseMetrics } from '../../harness/metrics/index.ts';
import { randomStream } from '../../harness/random.ts';
import { runExperiment } from '../../harness/run/experiment.ts';
import { resolveSystem } from '../../retrievers/resolve-system.ts';
import { silentContext } from '../silent-context.ts';

const scopes = Number(process.argv[2] ?? 500);
const sessions = Number(process.argv[3] ?? 50);
const tokens = Number(process.argv[4] ?? 2000);
const systems = (process.argv[5] ?? 'fts,fts5,graph').split(',');
/** Share of a haystack that other scopes have too. */
const SHARED = 0.3;
const VOCABULARY = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'scopes-'));
const dataset: Dataset = made();
const mb = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
console.log(
	`${scopes} scopes x ${sessions} sessions of ${tokens} words: ${dataset.corpus.length} documents; ${mb(process.memoryUsage().rss)} with the data alone`,
);
for (const name of systems) {
	let most = 0;
	const watch = setInterval(() => {
		most = Math.max(most, process.memoryUsage().rss);
	}, 50);
	const context = { ...silentContext(dataset), cacheDirectory: folder };
	const started = performance.now();
	const before = process.cpuUsage();
	const { summary, timings } = await runExperiment({
		dataset,
		system: await resolveSystem({ retriever: name }),
		metrics: parseMetrics('recall@5'),
		depth: 50,
		context,
	});
	clearInterval(watch);
	const minutes = (performance.now() - started) / 60_000;
	const { total } = timings.latency;
	// What the minutes would be on a machine that does nothing else.
	const { user, system: kernel } = process.cpuUsage(before);
	console.log(
		`${name.padEnd(8)}${minutes.toFixed(2)} min (${Math.round((user + kernel) / 1e6)} s of processor time), of which indexing ${(timings.indexSeconds / 60).toFixed(2)}; indexes ${mb(timings.indexBytes)} in all; memory at most ${mb(Math.max(most, process.memoryUsage().rss))}; latency p50 ${total?.p50.toFixed(2)} p95 ${total?.p95.toFixed(2)} ms; recall@5 ${summary.overall.metrics['recall@5']?.toFixed(3)}`,
	);
}
rmSync(folder, { recursive: true, force: true });

function made(): Dataset {
	const stream = randomStream(1, 'scopes');
	// Zipf-like: the square of a uniform number prefers the front of the vocabulary.
	const word = (): string => `w${Math.floor(stream.next() ** 3 * VOCABULARY).toString(36)}`;
	const text = (): string => Array.from({ length: tokens }, word).join(' ');
	const doc = (id: string, own: readonly string[]): Doc => ({
		...{ id, content: text(), tags: [], expandedKeywords: [], importance: 0.5, sensitive: false, metadata: {} },
		scopes: own,
	});
	const pooled = Math.round(sessions * SHARED);
	const pool = Array.from({ length: 20 * pooled }, () => new Set<string>());
	const corpus: Doc[] = [];
	const queries: Query[] = [];
	const qrels = new Map<string, ReadonlyMap<string, number>>();
	for (let s = 0; s < scopes; s++) {
		const scope = `q${s}`;
		for (let i = 0; i < sessions - pooled; i++) corpus.push(doc(`s${s}-${i}`, [scope]));
		for (let i = 0; i < pooled; i++) pool[(s * 7 + i * 13) % pool.length]?.add(scope);
		const answer = corpus[corpus.length - 1] as Doc;
		const words = answer.content.split(' ');
		const asked = Array.from({ length: 12 }, () => words[stream.below(words.length)]).join(' ');
		queries.push({ id: scope, text: asked, stratum: 'all', scope });
		qrels.set(scope, new Map([[answer.id, 1]]));
	}
	pool.forEach((own, i) => {
		if (own.size > 0) corpus.push(doc(`shared${i}`, [...own]));
	});
	return {
		...{ name: 'scopes', directory: folder, corpus, queries, qrels, fingerprint: 'made' },
		...{ sensitivePolicy: 'leave-out', sensitiveLeftOut: 0, scopes: { mode: 'separate', as_of: false } },
	};
}
