import { parseMetrics } from '../metrics/index.ts';
import type { Manifest, RunFolder } from '../run/folder/run-folder.ts';
import type { QueryScores } from '../run/scores.ts';
import { summarise } from '../run/scoring.ts';

/** The parts of a run that a test chooses; the rest is the same for all. */
export interface RunForTests {
	readonly name: string;
	/** Stratum -> metric -> a value per query. */
	readonly strata: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
	readonly fingerprint?: string;
	readonly embedder?: string;
	/** Milliseconds. */
	readonly p95?: number;
}

/** A run folder in memory, for tests of what works on run folders. */
export function runForTests({ name, strata, fingerprint = 'f'.repeat(64), embedder, p95 }: RunForTests): RunFolder {
	const scores: QueryScores[] = Object.entries(strata).flatMap(([stratum, metrics]) => {
		const names = Object.keys(metrics);
		const n = metrics[names[0] ?? '']?.length ?? 0;
		return Array.from({ length: n }, (_, i) => ({
			queryId: `${stratum}_${i}`,
			stratum,
			relevant: 1,
			metrics: Object.fromEntries(names.map((metric) => [metric, metrics[metric]?.[i] ?? 0])),
		}));
	});
	const metrics = parseMetrics(Object.keys(Object.values(strata)[0] ?? {})).map((metric) => metric.name);
	const counts = Object.fromEntries(
		Object.keys(strata).map((stratum) => [stratum, scores.filter((score) => score.stratum === stratum).length]),
	);
	const stage = { n: scores.length, p50: p95 ?? 1, p95: p95 ?? 1, p99: p95 ?? 1, mean: p95 ?? 1, max: p95 ?? 1 };
	const manifest: Manifest = {
		format: 1,
		created: '2026-01-01T00:00:00.000Z',
		tool: { name: 'recall-bench', version: '0.0.0', commit: null },
		node: 'v20',
		platform: 'linux-x64',
		dataset: {
			name: 'made-up',
			directory: 'data/made-up',
			fingerprint,
			docs: 10,
			queries: scores.length,
			strata: counts,
			sensitive: 'leave-out',
			sensitive_left_out: 0,
		},
		system: { name, plugin: name, options: {}, facts: embedder === undefined ? {} : { embedder } },
		metrics,
		depth: 100,
		seed: 42,
		files: {},
	};
	return {
		path: `results/${name}`,
		manifest,
		summary: summarise(scores, metrics),
		scores,
		timings: { latency: { total: stage }, indexSeconds: 1, indexBytes: 1 },
	};
}
