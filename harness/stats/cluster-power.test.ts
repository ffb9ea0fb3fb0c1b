import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { assumedClusterDeltas, seenClusterDeltas } from './cluster-deltas.ts';
import { clusterPower } from './cluster-power.ts';
import { clusterSums } from './clusters.ts';
import { redrawnDistribution, sdOfDistribution } from './delta-distribution.ts';
import { intraclass } from './intraclass.ts';

const names = (clusters: number, size: number): readonly string[] =>
	Array.from({ length: clusters * size }, (_, i) => `c${Math.floor(i / size)}`);
const options = { level: 0.05, power: 0.8, seed: 1, stream: 'test', draws: 200 };

describe('deltas of whole clusters', () => {
	it('are sums in units of the mean size, whose mean is the mean over queries', () => {
		const { distribution, typical, max, clusters } = seenClusterDeltas(
			[1, 0, 0, -1, 1, 1],
			['a', 'a', 'a', 'b', 'c', 'c'],
			1,
		);
		expect({ typical, max, clusters }).toEqual({ typical: 2, max: 1.5, clusters: 3 });
		// Sums 1, -1 and 2 in units of 2, and half a cluster of each size either way.
		expect([...distribution.values]).toEqual([-1, -0.5, 0.5, 1]);
	});

	it('assumed, keep the sd of single queries where nothing is alike, and are as alike as the scores', () => {
		const stream = randomStream(1, 'scores');
		const scores = Array.from({ length: 400 }, () => stream.below(2));
		const single = sdOfDistribution(redrawnDistribution(scores, 0.5, { queries: 1, move: 1 }));
		const independent = assumedClusterDeltas(scores, names(40, 10), 0.5, 1, 1);
		expect(independent.icc).toBeLessThan(0.05);
		expect(sdOfDistribution(independent.distribution)).toBeCloseTo(
			single * Math.sqrt((1 + 9 * (independent.icc ?? 0)) / 10),
			1,
		);
		const alike = names(40, 10).map((name) => (Number(name.slice(1)) % 3 === 0 ? 1 : 0));
		const assumed = assumedClusterDeltas(alike, names(40, 10), 0.5, 1, 1);
		expect(assumed.icc).toBeCloseTo(intraclass(clusterSums(alike, names(40, 10))).icc ?? 0, 12);
		expect(assumed.icc).toBeGreaterThan(0.9);
	});
});

describe('power of clustered comparisons', () => {
	const deltas = Array.from({ length: 120 }, (_, i) => (i % 10 === 0 ? (i % 20 === 0 ? 1 : -1) : 0));

	it('is less than that of as many independent queries, and grows with clusters', () => {
		const mdeWith = (clusters: number): number => {
			const found = clusterPower(seenClusterDeltas(deltas, names(clusters, 120 / clusters), 1), options).found;
			return found.mde ?? Number.POSITIVE_INFINITY;
		};
		expect(mdeWith(6)).toBeGreaterThan(mdeWith(12));
		expect(mdeWith(12)).toBeGreaterThan(mdeWith(40) * 0.95);
	});

	it('finds nothing where the smallest possible p is above the level, however large the difference', () => {
		expect(clusterPower(seenClusterDeltas(deltas, names(5, 24), 1), options).found.mde).toBeUndefined();
	});
});
