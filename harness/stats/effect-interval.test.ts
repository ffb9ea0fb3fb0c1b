import { describe, expect, it } from 'vitest';
import { effectInterval } from './effect-interval.ts';

describe('effectInterval', () => {
	// scipy 1.17: brentq over stats.nct.cdf(d * sqrt(n), n - 1, nc), each bound divided by sqrt(n).
	it.each([
		[0.5, 20, 0.95, 0.028365488901090807, 0.9600388178511846],
		[0.2, 311, 0.95, 0.08759387161549986, 0.31208969309862933],
		[0, 30, 0.95, -0.3578388287434288, 0.357838828743436],
		[-0.35, 50, 0.9, -0.5880192103529279, -0.10853880152227746],
		[1.8, 10, 0.95, 0.7566889741807459, 2.8089849339471193],
		[0.1, 5, 0.99, -1.0612205073063583, 1.24936809288752],
		[3, 4, 0.95, 0.5401993589286518, 5.464827060306198],
		[0.05, 5000, 0.95, 0.022262105048230257, 0.07773289999162691],
		[6, 40, 0.95, 4.634991594061755, 7.3585128322340445],
	])('agrees with scipy: d_z %d of %d queries at %d', (dz, n, confidence, low, high) => {
		const interval = effectInterval({ dz, n }, confidence);
		expect(interval?.low).toBeCloseTo(low, 9);
		expect(interval?.high).toBeCloseTo(high, 9);
	});

	it('is not defined without spread or with a single query', () => {
		expect(effectInterval({ dz: undefined, n: 30 }, 0.95)).toBeUndefined();
		expect(effectInterval({ dz: 1, n: 1 }, 0.95)).toBeUndefined();
	});

	it('holds d_z and ends also where deltas hardly vary', () => {
		const interval = effectInterval({ dz: 1e5, n: 50 }, 0.95);
		expect(interval?.low).toBeLessThan(1e5);
		expect(interval?.high).toBeGreaterThan(1e5);
		expect(interval?.low).toBeGreaterThan(0.7e5);
		expect(interval?.high).toBeLessThan(1.3e5);
	});
});
