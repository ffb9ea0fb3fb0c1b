import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { bootstrap } from './bootstrap.ts';
import { clusterSignFlips } from './cluster-sign-flips.ts';
import { biasReducedError, clusterT } from './cluster-t.ts';
import { clusterSums, smallestP } from './clusters.ts';
import { intraclass } from './intraclass.ts';
import { rowsByStratum } from './rows-by-stratum.ts';
import { signPatterns, wildCluster } from './wild-cluster.ts';

// Expected values: statsmodels 0.15 (OLS on a constant, cov_type 'cluster', use_t) and numpy by matrix algebra and by
// refitting statsmodels under every sign pattern.
const deltas = [
	0.15, 0.01, -0.14, -0.24, 0.03, 0.35, -0.11, -0.14, 0.13, 0.1, -0.14, 0.09, -0.15, 0.07, -0.29, -0.14, -0.28, -0.27,
	0.11, 0.08, 0, -0.58, -0.09, 0.1, -0.31, -0.05, -0.17,
];
const names = [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5].map(String);
const sums = clusterSums(deltas, names);
const many = (count: number, size: number) =>
	Array.from({ length: count * size }, (_, i) => String(Math.floor(i / size)));

describe('clustered inference agrees with statsmodels and numpy', () => {
	it('cluster-robust t', () => {
		const test = clusterT(sums);
		expect(test?.standardError).toBeCloseTo(0.035319876322754094, 12);
		expect(test?.t).toBeCloseTo(-1.9714007204711586, 10);
		expect(test?.p).toBeCloseTo(0.10573440646289457, 9);
		expect(test?.df).toBe(5);
	});

	it('intraclass correlation', () => {
		expect(intraclass(sums)).toMatchObject({ clusters: 6, designEffect: 1, effective: 27 });
		expect(intraclass(sums).icc).toBeCloseTo(-0.07374232697984767, 12);
		// By hand: two clusters of two; MSB 1, MSW .02, m0 2.
		const alike = intraclass(clusterSums([1, 1.2, 0, 0.2], ['a', 'a', 'b', 'b']));
		expect(alike.icc).toBeCloseTo(0.98 / 1.02, 12);
		expect(alike.designEffect).toBeCloseTo(1 + 0.98 / 1.02, 12);
		expect(alike.effective).toBeCloseTo(4 / (1 + 0.98 / 1.02), 12);
	});

	it('sign flips of whole clusters, exact', () => {
		expect(clusterSignFlips(sums, randomStream(1, 'x'))).toEqual({ p: 0.1875, exact: true, patterns: 64 });
		const twenty = clusterSums(
			Array.from({ length: 20 }, () => 1),
			many(20, 1),
		);
		expect(clusterSignFlips(twenty, randomStream(1, 'x'))).toMatchObject({ p: 2 ** -19, exact: true });
	});

	it('wild cluster bootstrap with the null imposed', () => {
		const patterns = signPatterns(sums.sizes, 1);
		expect(patterns).toMatchObject({ patterns: 64, exact: true });
		const { pAtMost, pAtLeast } = wildCluster(sums.sums, 0, patterns);
		expect([0, -0.1, 0.05, 0.3].map(pAtMost)).toEqual([0.921875, 0.296875, 1, 1]);
		expect([0, -0.1, 0.05, 0.3].map(pAtLeast)).toEqual([0.09375, 0.71875, 0.015625, 0.015625]);
	});

	it('bias-reduced standard error and its degrees of freedom', () => {
		expect(biasReducedError(sums, 0).standardError).toBeCloseTo(0.03655361307860833, 12);
		expect(biasReducedError(sums, 0).df).toBeCloseTo(4.268771083233806, 9);
		expect(biasReducedError(sums, 0.2).df).toBeCloseTo(3.7867960388355257, 9);
		expect(biasReducedError(clusterSums(deltas.slice(0, 24), many(6, 4)), 0.3).df).toBeCloseTo(5, 9);
	});
});

describe('the bootstrap of clustered deltas', () => {
	const settings = { resamples: 500, confidence: 0.95, method: 'studentised' as const, seed: 1 };
	const one = (values: readonly number[], clusters: readonly string[] | undefined) =>
		(
			bootstrap([values], rowsByStratum(values.map(() => 'all')), { ...settings, clusters })[0] as never as {
				overall: ReturnType<typeof bootstrap>[number]['overall'];
			}
		).overall;
	const drawn = (count: number, size: number, mean: number): number[] => {
		const stream = randomStream(3, `${count}/${size}`);
		return Array.from({ length: count }, () => stream.next() - 0.5).flatMap((shared) =>
			Array.from({ length: size }, () => mean + shared + 0.2 * (stream.next() - 0.5)),
		);
	};

	it('is that of independent queries where every query is a cluster of its own', () => {
		const values = drawn(40, 1, 0.1);
		const { interval, studentisedP, clustering } = one(values, many(40, 1));
		expect(clustering).toBeUndefined();
		const plain = one(values, undefined);
		expect({ interval, studentisedP }).toEqual({ interval: plain.interval, studentisedP: plain.studentisedP });
	});

	it.each([
		[10, 'wild'],
		[25, 'wild'],
		[40, 'bootstrap'],
	])('has p below alpha exactly where the interval is off 0 (%i clusters)', (count, method) => {
		const values = drawn(count, 8, 0);
		for (const shift of [-0.4, -0.2, -0.1, 0, 0.1, 0.15, 0.2, 0.3]) {
			const { interval, studentisedP, clustering } = one(
				values.map((value) => value + shift),
				many(count, 8),
			);
			expect(clustering).toMatchObject({ method, clusters: count });
			expect(interval.low > 0 || interval.high < 0).toBe(studentisedP < 0.05);
		}
	});

	it('can claim nothing from five clusters, however far they moved', () => {
		const { studentisedP, clustering } = one(drawn(5, 50, 0.9), many(5, 50));
		expect(studentisedP).toBe(0.0625);
		expect(smallestP(clustering?.clusters ?? 0)).toBe(0.0625);
	});

	it('bounds what nobody saw by the number of clusters', () => {
		const still = Array.from({ length: 200 }, () => 0);
		expect(one(still, many(10, 20)).interval.high).toBeCloseTo(1 - 0.05 ** 0.1, 12);
		expect(one(still, undefined).interval.high).toBeCloseTo(1 - 0.05 ** (1 / 200), 12);
	});
});
