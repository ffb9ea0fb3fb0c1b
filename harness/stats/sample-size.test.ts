import { describe, expect, it } from 'vitest';
import { expectedWidth, queriesForPower, queriesForWidth } from './sample-size.ts';

describe('topic set size design', () => {
	it.each([
		// difference / sd, level, power; statsmodels TTestPower().solve_power, rounded up.
		[0.05, 0.05, 0.8, 3142],
		[0.1, 0.05, 0.8, 787],
		[0.2, 0.05, 0.8, 199],
		[0.5, 0.05, 0.8, 34],
		[1, 0.05, 0.8, 10],
		[0.1, 0.01, 0.9, 1492],
		[0.5, 0.01, 0.9, 63],
	])('a paired t test finds %f sd at level %f with power %f by %i queries', (dz, level, wanted, expected) => {
		expect(queriesForPower(dz, 1, level, wanted)).toBe(expected);
		expect(queriesForPower(dz / 4, 0.25, level, wanted)).toBe(expected);
	});

	it.each([
		// Width in sd; scipy: 2 t.ppf(.975, n - 1) c4(n) / sqrt(n), the first n that is no wider.
		[0.05, 6149],
		[0.1, 1539],
		[0.2, 387],
		[0.5, 64],
		[1, 18],
	])('a 95 %% interval is expected to be %f sd wide with %i queries', (width, expected) => {
		expect(queriesForWidth(width, 1, 0.05)).toBe(expected);
	});

	it('knows the mean width for few and many', () => {
		// scipy, with gammaln.
		expect(expectedWidth(20, 1, 0.05)).toBeCloseTo(0.9237989107820589, 12);
		expect(expectedWidth(299, 1, 0.05)).toBeCloseTo(0.22742885092168844, 10);
		expect(expectedWidth(301, 1, 0.05)).toBeCloseTo(0.22666712009002304, 8);
	});

	it('needs next to nothing without spread', () => {
		expect(queriesForPower(0.1, 0, 0.05, 0.8)).toBe(2);
		expect(queriesForWidth(0.1, 0, 0.05)).toBe(2);
	});
});
