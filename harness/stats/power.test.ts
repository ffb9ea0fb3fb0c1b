import { describe, expect, it } from 'vitest';
import { minimumDetectableEffect, power, queriesNeeded } from './power.ts';

describe('power of the paired t test', () => {
	it('agrees with R pwr (statsmodels test_power.py: d .2, n 20)', () => {
		expect(power(0.2, 20, 0.05)).toBeCloseTo(0.1359562887679666, 10);
	});

	// mpmath 1.3, 30 digits.
	it.each([
		[0.5, 39, 0.05, 0.8605337732843653],
		[0.3, 100, 0.01, 0.645739284186341],
		[0.1, 1000, 0.0125, 0.7452556273341938],
		[1, 5, 0.05, 0.401389917371795],
	])('d %d, n %d, alpha %d', (dz, n, alpha, expected) => {
		expect(power(dz, n, alpha)).toBeCloseTo(expected, 10);
		expect(power(-dz, n, alpha)).toBeCloseTo(expected, 10);
	});

	it('of no effect is alpha', () => {
		for (const n of [2, 10, 1000]) expect(power(0, n, 0.05)).toBeCloseTo(0.05, 10);
	});
});

describe('its inverses', () => {
	// The root of statsmodels 0.15 TTestPower.power, by scipy brentq (its own solve_power stops at 1e-6).
	it.each([
		[39, 0.8, 0.05, 0.4603553805779174],
		[50, 0.8, 0.0125, 0.487883264760033],
		[200, 0.9, 0.05, 0.2303240871308232],
		[10, 0.8, 0.05, 0.9960013714554439],
	])('smallest effect that %d queries find with power %d at alpha %d', (n, wanted, alpha, expected) => {
		expect(minimumDetectableEffect(n, alpha, wanted)).toBeCloseTo(expected, 8);
	});

	// statsmodels says 198.15, 3141.47, 5.69 and 62.87: the next whole number.
	it.each([
		[0.2, 0.8, 0.05, 199],
		[0.05, 0.8, 0.05, 3142],
		[1.5, 0.8, 0.05, 6],
		[0.5, 0.9, 0.01, 63],
	])('queries for an effect of %d with power %d at alpha %d', (dz, wanted, alpha, expected) => {
		expect(queriesNeeded(dz, alpha, wanted)).toBe(expected);
		expect(queriesNeeded(-dz, alpha, wanted)).toBe(expected);
	});

	it('agree with each other', () => {
		for (const n of [12, 39, 150, 2000]) {
			const dz = minimumDetectableEffect(n, 0.05, 0.8) ?? 0;
			expect(queriesNeeded(dz * 1.0001, 0.05, 0.8)).toBe(n);
			expect(queriesNeeded(dz * 0.9999, 0.05, 0.8)).toBe(n + 1);
		}
	});

	it('have their edges', () => {
		expect(minimumDetectableEffect(1, 0.05, 0.8)).toBeUndefined();
		expect(queriesNeeded(0, 0.05, 0.8)).toBe(Number.POSITIVE_INFINITY);
		expect(queriesNeeded(1e-5, 0.05, 0.8)).toBeGreaterThan(7e10);
		expect(queriesNeeded(50, 0.05, 0.8)).toBeLessThan(4);
	});
});
