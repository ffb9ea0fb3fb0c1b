import { expect, it } from 'vitest';
import { latencyByStage, latencyStats } from './latency.ts';

it('takes percentiles by nearest rank', () => {
	const values = Array.from({ length: 100 }, (_, i) => 100 - i);
	expect(latencyStats(values)).toEqual({ n: 100, p50: 50, p95: 95, p99: 99, mean: 50.5, max: 100 });
	expect(latencyStats([7])).toEqual({ n: 1, p50: 7, p95: 7, p99: 7, mean: 7, max: 7 });
	expect(latencyStats([])).toEqual({ n: 0, p50: 0, p95: 0, p99: 0, mean: 0, max: 0 });
});

it('counts for each stage only the queries that passed it', () => {
	const stages = latencyByStage([
		new Map([
			['embed', 10],
			['total', 12],
		]),
		new Map([
			['embed (cached)', 1],
			['total', 3],
		]),
	]);
	expect(stages.embed?.n).toBe(1);
	expect(stages['embed (cached)']?.n).toBe(1);
	expect(stages.total).toMatchObject({ n: 2, mean: 7.5 });
});
