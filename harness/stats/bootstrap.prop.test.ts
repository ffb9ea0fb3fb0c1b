import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BootstrapSettings, bootstrap } from './bootstrap.ts';
import { type IntervalMethodName, intervalMethods } from './bootstrap-interval.ts';

const settings: BootstrapSettings = { resamples: 500, confidence: 0.95, method: 'bca', seed: 1 };
/** Deltas as metrics make them: many zeros, few distinct values. */
const delta = fc.oneof(
	fc.constant(0),
	fc.integer({ min: -10, max: 10 }).map((tenths) => tenths / 10),
);
const deltas = fc.array(delta, { minLength: 2, maxLength: 40 });
const methods = fc.constantFrom(...(Object.keys(intervalMethods) as IntervalMethodName[]));

function intervalOf(values: readonly number[], method: IntervalMethodName, max = 1) {
	const rows = values.map((_, row) => row);
	const [column] = bootstrap([values], [{ name: 'all', rows }], { ...settings, method, max: [max] });
	if (column === undefined) throw new Error('no result');
	return column.overall;
}

describe('bootstrap', () => {
	it('of constant deltas has the width that unseen deltas leave, by every method', () => {
		fc.assert(
			fc.property(delta, fc.integer({ min: 1, max: 60 }), methods, (value, n, method) => {
				const { interval } = intervalOf(new Array<number>(n).fill(value), method);
				// A share of 1 - .05^(1/n) may lie at either end of the range.
				const share = 1 - 0.05 ** (1 / n);
				expect(interval.low).toBeCloseTo(value - share * (1 + value), 9);
				expect(interval.high).toBeCloseTo(value + share * (1 - value), 9);
			}),
		);
	});

	it('mirrors its interval when the runs are swapped', () => {
		fc.assert(
			fc.property(deltas, methods, (values, method) => {
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

	it('stays within the range of the metric, low before high around the mean, and its share within [0, 1]', () => {
		fc.assert(
			fc.property(deltas, methods, (values, method) => {
				const { interval, shareAtMostZero } = intervalOf(values, method);
				const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
				expect(interval.low).toBeLessThanOrEqual(interval.high);
				expect(interval.low).toBeGreaterThanOrEqual(-1 - 1e-12);
				expect(interval.high).toBeLessThanOrEqual(1 + 1e-12);
				if (method === 'studentised') {
					expect(interval.low).toBeLessThanOrEqual(mean + 1e-12);
					expect(interval.high).toBeGreaterThanOrEqual(mean - 1e-12);
				}
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

	it('scales with the data and the range', () => {
		fc.assert(
			fc.property(deltas, methods, (values, method) => {
				const { interval } = intervalOf(values, method);
				const doubled = intervalOf(
					values.map((value) => value * 2),
					method,
					2,
				).interval;
				expect(doubled.low).toBeCloseTo(interval.low * 2, 9);
				expect(doubled.high).toBeCloseTo(interval.high * 2, 9);
			}),
		);
	});

	it('is wider at a higher confidence', () => {
		fc.assert(
			fc.property(deltas, methods, (values, method) => {
				const { at } = intervalOf(values, method);
				const [narrow, wide] = [at(0.8), at(0.99)];
				expect(wide.low).toBeLessThanOrEqual(narrow.low + 1e-12);
				expect(wide.high).toBeGreaterThanOrEqual(narrow.high - 1e-12);
			}),
		);
	});
});
