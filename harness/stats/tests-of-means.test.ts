import { describe, expect, it } from 'vitest';
import { effect } from './effect.ts';
import { equivalence, nonInferiority } from './equivalence.ts';
import { pairedT, pairedTInterval } from './paired-t.ts';

/** clinic$var1 of the R package equivalence, as statsmodels' test_tost.py quotes it: treated minus untreated. */
const FIRST = [2.84, 2.51, 2.41, 2.95, 3.14, 3.79, 4.14, 3.85, 3.02, 3.45, 5.37, 3.81, 4.19, 3.16, 3.84];
const SECOND = [2.6, 2.82, 2.18, 3.46, 4.01, 3.04, 3.47, 4.06, 2.91, 3.59, 4.51, 3.16, 3.86, 3.31, 3.02];
const DELTAS = FIRST.map((value, i) => value - (SECOND[i] ?? 0));

describe('against R, through statsmodels (test_tost.py: tost_clinic_paired_1, ttest_clinic_paired_1)', () => {
	it('paired t', () => {
		const test = pairedT(DELTAS);
		expect(test?.t).toBeCloseTo(1.213001548676048, 10);
		expect(test?.df).toBe(14);
		expect(test?.p).toBeCloseTo(0.245199929713149, 10);
		expect(test?.standardError).toBeCloseTo(0.1357514067862445, 10);
	});

	it('its intervals', () => {
		const ninety = pairedTInterval(DELTAS, 0.9);
		expect(ninety?.low).toBeCloseTo(-0.0744336620516462, 10);
		expect(ninety?.high).toBeCloseTo(0.4037669953849797, 10);
		const ninetyFive = pairedTInterval(DELTAS, 0.95);
		expect(ninetyFive?.low).toBeCloseTo(-0.1264911434745851, 10);
		expect(ninetyFive?.high).toBeCloseTo(0.4558244768079186, 10);
	});

	it('two one-sided tests', () => {
		expect(effect(DELTAS).meanDelta).toBeCloseTo(0.1646666666666667, 12);
		const test = equivalence(DELTAS, 0.6);
		expect(test?.p).toBeCloseTo(0.003166881489265175, 12);
		expect(test?.p).toBe(test?.upperP);
		expect(nonInferiority(DELTAS, 0.6)).toBe(test?.lowerP);
		expect(test?.lowerP).toBeLessThan(1e-3);
	});
});

describe('where there is no spread', () => {
	it('no t test is defined', () => {
		for (const deltas of [[], [0.3], [0, 0, 0], [0.1, 0.1, 0.1]]) {
			expect(pairedT(deltas)).toBeUndefined();
			expect(pairedTInterval(deltas, 0.95)).toBeUndefined();
			expect(equivalence(deltas, 0.1)).toBeUndefined();
			expect(nonInferiority(deltas, 0.1)).toBeUndefined();
			expect(effect(deltas).dz).toBeUndefined();
		}
	});
});

describe('effect', () => {
	it('counts wins, ties and losses', () => {
		expect(effect([0.5, 0, -0.5, 1, 0])).toMatchObject({ n: 5, wins: 2, ties: 2, losses: 1, meanMove: 2 / 3 });
		expect(effect([1, 2, 3])).toMatchObject({ meanDelta: 2, sd: 1, dz: 2 });
	});
});
