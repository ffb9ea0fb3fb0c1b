import { expect, test } from 'vitest';
import { clusterError } from '../../stats/cluster-t.ts';
import { clusterSums } from '../../stats/clusters.ts';
import { resampledT } from '../../stats/resampled-t.ts';
import { withinOneError } from '../grid/value-table.ts';
import { gainTest } from './gain-test.ts';

const options = { folds: 5, seed: 1, confidence: 0.95, max: 1, name: 'best' };
/** Ten conversations of eight queries; in each, all of them gain by about as much. */
const clusters = Array.from({ length: 80 }, (_, i) => `c${Math.floor(i / 8)}`);
const gains = Float64Array.from(clusters, (_, i) => 0.05 + 0.04 * (Math.floor(i / 8) % 3) + 0.001 * (i % 8));
const foldGains = Array.from({ length: 50 }, (_, i) => 0.08 + 0.002 * ((i % 5) - 2));

test('without clusters it is the test over folds', () => {
	const { interval, p } = resampledT(foldGains, 5, 0.95);
	expect(gainTest({ gains, foldGains }, undefined, options)).toEqual({ interval, p, clustering: undefined });
});

test('with clusters it is the more careful of folds and clusters, and never has more freedom than clusters', () => {
	const plain = gainTest({ gains, foldGains }, undefined, options);
	const clustered = gainTest({ gains, foldGains }, clusters, options);
	expect(clustered.p).toBeGreaterThan(plain.p);
	expect(clustered.interval.low).toBeLessThan(plain.interval.low);
	expect(clustered.clustering).toMatchObject({ clusters: 10 });
	expect(resampledT(foldGains, 5, 0.95, 10)).toMatchObject({ df: 9 });
	expect(resampledT(foldGains, 5, 0.95)).toMatchObject({ df: 49 });
});

test('five conversations claim nothing, however large the gain', () => {
	const five = clusters.map((_, i) => `c${Math.floor(i / 16)}`);
	expect(gainTest({ gains: gains.map((gain) => gain + 0.5), foldGains }, five, options).p).toBeGreaterThanOrEqual(
		0.0625,
	);
});

test('one standard error is that of clusters', () => {
	const best = Float64Array.from(gains);
	const error = clusterError(clusterSums([...best], clusters));
	const mean = best.reduce((sum, gain) => sum + gain, 0) / 80;
	const columns = Int32Array.from({ length: 80 }, (_, i) => i);
	// Point 0 is better than point 1 by its gains less `shift`.
	const within = (shift: number, by: Int32Array | undefined): number => {
		const values = Float64Array.from([...best.map((gain) => gain - shift), ...new Float64Array(80)]);
		const table = { points: 2, queries: 80, values, preference: Int32Array.of(0, 1), clusters: by };
		return withinOneError(table, columns, 0)[1] as number;
	};
	const indices = Int32Array.from({ length: 80 }, (_, i) => Math.floor(i / 8));
	expect([within(mean - 0.99 * error, indices), within(mean - 1.01 * error, indices)]).toEqual([1, 0]);
	expect(within(mean - 0.99 * error, undefined)).toBe(0);
});
