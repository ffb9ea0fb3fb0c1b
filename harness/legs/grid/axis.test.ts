import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAxis } from './axis.ts';

describe('parseAxis', () => {
	test('steps lose no point to floating-point sums', () => {
		const { name, values } = parseAxis('weights.graph=0:2:0.05');
		expect(name).toBe('weights.graph');
		expect(values).toHaveLength(41);
		expect(values.slice(0, 8)).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
		expect(values.at(-1)).toBe(2);
		expect(parseAxis('alpha=0:1:0.1').values).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
		expect(parseAxis('x=1e-3:3e-3:1e-3').values).toEqual([0.001, 0.002, 0.003]);
	});

	test('a last value off the steps is left out', () => {
		expect(parseAxis('k=1:10:4').values).toEqual([1, 5, 9]);
		expect(parseAxis('k=-1:1:1').values).toEqual([-1, 0, 1]);
		expect(parseAxis('k=60:60:1').values).toEqual([60]);
	});

	test('every value is the decimal number that one would write', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 50 }),
				fc.integer({ min: 1, max: 99 }),
				fc.nat(200),
				(first, step, count) => {
					const text = `x=${first / 100}:${(first + step * count) / 100}:${step / 100}`;
					expect(parseAxis(text).values).toEqual(Array.from({ length: count + 1 }, (_, i) => (first + step * i) / 100));
				},
			),
		);
	});

	test('logarithmic: equal factors, both ends exact', () => {
		expect(parseAxis('k=log:1:1000:4').values).toEqual([1, 10, 100, 1000]);
		expect(parseAxis('k=log:0.01:100:5').values).toEqual([0.01, 0.1, 1, 10, 100]);
	});

	test('lists, of numbers or of words', () => {
		expect(parseAxis('alpha=0.8,0,0.5').values).toEqual([0.8, 0, 0.5]);
		expect(parseAxis('sort.by=relevance, recency').values).toEqual(['relevance', 'recency']);
	});

	test.each([
		'',
		'k',
		'k=',
		'=1:2:1',
		'k=2:1:1',
		'k=1:2:0',
		'k=1:2:-1',
		'k=1:2',
		'k=a:b:c',
		'k=log:0:1:3',
		'k=log:1:2:1',
		'k=1,,2',
		'k=1,1',
		'k=0:1:0.000001',
	])('%j is refused', (text) => {
		expect(() => parseAxis(text)).toThrow(/--grid/);
	});
});
