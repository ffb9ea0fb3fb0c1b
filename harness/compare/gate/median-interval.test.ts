import { describe, expect, it } from 'vitest';
import { randomStream } from '../../random.ts';
import { fewestValues, median, medianInterval } from './median-interval.ts';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => n - i);

describe('medianInterval', () => {
	// Conover 1999, table A3 (binomial, p = 1/2): P(X <= 1) = .0107 for n = 10, P(X <= 5) = .0207 and P(X <= 6) = .0577
	// for n = 20.
	it.each([
		[6, 1, 6],
		[8, 1, 8],
		[9, 2, 8],
		[10, 2, 9],
		[20, 6, 15],
	])('%i values: from the k-th smallest to the k-th largest', (n, low, high) => {
		expect(medianInterval(upTo(n), 0.05)).toEqual({ low, high });
	});

	it('has none for too few values, and says how many it takes', () => {
		expect(medianInterval(upTo(5), 0.05)).toBeUndefined();
		expect(fewestValues(0.05)).toBe(6);
		for (const alpha of [0.4, 0.1, 0.01, 0.0625]) {
			expect(medianInterval(upTo(fewestValues(alpha)), alpha)).toBeDefined();
			expect(medianInterval(upTo(fewestValues(alpha) - 1), alpha)).toBeUndefined();
		}
	});

	it('covers the median of a skewed distribution as often as it says', () => {
		const stream = randomStream(1, 'median');
		let covered = 0;
		for (let repetition = 0; repetition < 4000; repetition++) {
			const values = Array.from({ length: 9 }, () => -Math.log(1 - stream.next()));
			const { low, high } = medianInterval(values, 0.05) ?? { low: 1, high: 0 };
			if (low <= Math.LN2 && Math.LN2 <= high) covered++;
		}
		// 1 - 2 x 10/512 = .961; 4 standard errors are .012.
		expect(Math.abs(covered / 4000 - 0.961)).toBeLessThan(0.0125);
	});
});

describe('median', () => {
	it('is the middle, or the mean of the two in the middle', () => {
		expect(median([3, 1, 2])).toBe(2);
		expect(median([4, 1, 3, 2])).toBe(2.5);
	});
});
