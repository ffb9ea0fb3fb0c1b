import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BootstrapSettings, bootstrap } from './bootstrap.ts';

const settings: BootstrapSettings = { resamples: 500, confidence: 0.95, method: 'bca', seed: 1 };
/** Deltas as metrics make them: many zeros, few distinct values. */
const delta = fc.oneof(
	fc.constant(0),
	fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
);
const deltas = fc.array(delta, { minLength: 2, maxLength: 40 });

function intervalOf(values: readonly number[], method: 'bca' | 'percentile') {
	const rows = values.map((_, row) => row);
	const [column] = bootstrap([values], [{ name: 'all', rows }], { ...settings, method });
	if (column === undefined) throw new Error('no result');
	return column.overall;
}

describe('bootstrap', () => {
	it('of constant deltas is the point', () => {
		fc.assert(
			fc.property(delta, fc.integer({ min: 1, max: 60 }), fc.constantFrom('bca', 'percentile'), (value, n, method) => {
				const { interval } = intervalOf(new Array<number>(n).fill(value), method);
				expect(interval.low).toBeCloseTo(value, 15);
				expect(interval.high).toBe(interval.low);
			}),
		);
	});

	it('mirrors its interval when the runs are swapped', () => {
		fc.assert(
			fc.property(deltas, fc.constantFrom('bca', 'percentile'), (values, method) => {
				const { interval } = intervalOf(values, method);
				const swapped = intervalOf(
					values.map((value) => -value),
					method,
				).interval;
				expect(swapped.low).toBeCloseTo(-interval.high, 9);
				expect(swapped.high).toBeCloseTo(-interval.low, 9);
			}),
		);
	});

	it('stays within the data, low before high, and its share within [0, 1]', () => {
		fc.assert(
			fc.property(deltas, fc.constantFrom('bca', 'percentile'), (values, method) => {
				const { interval, shareAtMostZero } = intervalOf(values, method);
				expect(interval.low).toBeLessThanOrEqual(interval.high);
				expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
				expect(interval.high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
				expect(shareAtMostZero).toBeGreaterThanOrEqual(0);
				expect(shareAtMostZero).toBeLessThanOrEqual(1);
			}),
		);
	});

	it('has a studentised p that is never 0, at most 1, and blind to the direction', () => {
		fc.assert(
			fc.property(deltas, (values) => {
				const { studentisedP } = intervalOf(values, 'bca');
				expect(studentisedP).toBeGreaterThan(0);
				expect(studentisedP).toBeLessThanOrEqual(1);
				const swapped = values.map((value) => -value);
				expect(intervalOf(swapped, 'bca').studentisedP).toBeCloseTo(studentisedP, 9);
			}),
		);
	});

	it('scales with the data', () => {
		fc.assert(
			fc.property(deltas, (values) => {
				const { interval } = intervalOf(values, 'bca');
				const doubled = intervalOf(
					values.map((value) => value * 2),
					'bca',
				).interval;
				expect(doubled.low).toBeCloseTo(interval.low * 2, 9);
				expect(doubled.high).toBeCloseTo(interval.high * 2, 9);
			}),
		);
	});
});
