import type { StageTimes } from './stage-clock.ts';
import type { LatencyStats } from './timings.ts';

/**
 * Latency by stage over all queries, milliseconds. A stage that some queries did not pass (an embedding that came from
 * the cache) is summarised over the queries that did, and says so by its `n`.
 */
export function latencyByStage(queries: readonly StageTimes[]): Readonly<Record<string, LatencyStats>> {
	const stages = new Map<string, number[]>();
	for (const times of queries)
		for (const [stage, milliseconds] of times) {
			const values = stages.get(stage);
			if (values === undefined) stages.set(stage, [milliseconds]);
			else values.push(milliseconds);
		}
	return Object.fromEntries([...stages].map(([stage, values]) => [stage, latencyStats(values)]));
}

/** Percentiles by nearest rank: the smallest value that at least p per cent of the values do not exceed. */
export function latencyStats(milliseconds: readonly number[]): LatencyStats {
	const sorted = Float64Array.from(milliseconds).sort();
	const n = sorted.length;
	const percentile = (p: number): number => sorted[Math.max(0, Math.ceil((p / 100) * n) - 1)] ?? 0;
	const sum = sorted.reduce((total, value) => total + value, 0);
	return {
		n,
		p50: percentile(50),
		p95: percentile(95),
		p99: percentile(99),
		mean: n === 0 ? 0 : sum / n,
		max: sorted[n - 1] ?? 0,
	};
}
