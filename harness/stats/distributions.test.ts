import { describe, expect, it } from 'vitest';
import { noncentralTCdf, noncentralTUpper } from './noncentral-t.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { studentTCdf, studentTQuantile, studentTUpper } from './student-t.ts';

/** Reference values: mpmath 1.3 with 30 to 40 digits (incomplete beta; quadrature over the chi density for nct). */

function closeRelative(actual: number, expected: number, tolerance: number): void {
	expect(Math.abs(actual - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));
}

describe('normal', () => {
	it.each([
		[0.5, 0.6914624612740131],
		[1, 0.8413447460685429],
		[1.96, 0.9750021048517795],
		[3, 0.9986501019683699],
		[6, 0.9999999990134123],
		[-5, 2.866515718791939e-7],
		[-8, 6.220960574271784e-16],
		[-20, 2.7536241186062337e-89],
		[-37, 5.725571222524577e-300],
	])('cdf at %d', (z, expected) => closeRelative(normalCdf(z), expected, 2e-13));

	it.each([
		[0.975, 1.9599639845400543],
		[0.2, -0.8416212335729142],
		[0.001, -3.0902323061678136],
		[1e-10, -6.361340902404057],
		[1e-300, -37.0470962993612],
		[0.999999, 4.753424308822899],
	])('quantile at %d', (p, expected) => closeRelative(normalQuantile(p), expected, 1e-11));

	it('has its edges', () => {
		expect(normalCdf(0)).toBe(0.5);
		expect(normalQuantile(0.5)).toBe(0);
		expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
		expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
		expect(normalQuantile(1.1)).toBeNaN();
	});
});

describe('student t', () => {
	it.each([
		[0.5, 1, 0.35241638234956674],
		[12.706204736, 1, 0.025000000000342328],
		[2, 5, 0.05096973941492918],
		[30, 5, 3.859324310248026e-7],
		[1.96, 1000, 0.025136592477874357],
		[4.5, 100_000, 3.4014958817258468e-6],
		[1.2, 14, 0.12502638041416267],
		[6, 39, 2.589443912786548e-7],
		[-1.5, 9, 0.9160746719714626],
		[1e-3, 3, 0.49963244748473046],
		[2.5, 1e7, 0.006209673268289235],
	])('P(T > %d) at %d degrees of freedom', (t, df, expected) => {
		closeRelative(studentTUpper(t, df), expected, df > 1e6 ? 1e-9 : 1e-12);
		expect(studentTCdf(-t, df)).toBe(studentTUpper(t, df));
	});

	it.each([
		[0.975, 1, 12.706204736174705],
		[0.975, 14, 2.144786687917804],
		[0.95, 14, 1.7613101357748921],
		[0.995, 39, 2.707913183517662],
		[0.999, 2, 22.327124770119877],
		[0.6, 7, 0.26316686135202283],
		[0.9999999, 30, 6.701399512187066],
		[0.975, 100_000, 1.9599877075346095],
		[0.99, 3, 4.5407028585681335],
	])('quantile of %d at %d degrees of freedom', (p, df, expected) => {
		closeRelative(studentTQuantile(p, df), expected, p > 0.9999 ? 1e-9 : 1e-12);
		expect(studentTQuantile(1 - p, df)).toBeCloseTo(-expected, 6);
	});
});

describe('noncentral t', () => {
	it.each([
		[2, 5, 1, 0.7780746626162148],
		[0.5, 1, 2, 0.06327688747994675],
		[-1, 10, 0.5, 0.0747754458825785],
		[2.02, 38, 2.5, 0.3153415746016496],
		[12.7, 1, 4, 0.7535291216181336],
		[40, 3, 10, 0.9790484388818186],
		[1.98, 500, -3, 0.9999996640496523],
		[50, 20, 45, 0.7027499000220877],
		[2.2, 14, 0, 0.9774498520912038],
	])('P(T <= %d), %d degrees of freedom, noncentrality %d', (t, df, delta, expected) => {
		closeRelative(noncentralTCdf(t, df, delta), expected, 1e-11);
		expect(noncentralTUpper(t, df, delta)).toBeCloseTo(1 - expected, 11);
	});

	it('without noncentrality is the central t, at any number of degrees of freedom', () => {
		for (const df of [1, 2, 7, 99, 1999, 1e6])
			for (const t of [-3, -0.4, 1.1, 2.6]) closeRelative(noncentralTCdf(t, df, 0), studentTCdf(t, df), 1e-10);
	});
});
