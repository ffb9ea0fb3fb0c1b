import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../compare/verdict.ts';
import { randomStream } from '../random.ts';
import { bootstrap, type StratifiedBootstrap } from './bootstrap.ts';
import { type IntervalMethodName, intervalMethods } from './bootstrap-interval.ts';
import { corrections } from './corrections.ts';
import { effect } from './effect.ts';
import { equivalence, nonInferiority, studentisedEquivalence } from './equivalence.ts';
import { kendallTauB } from './kendall-tau-b.ts';
import { pairedT, pairedTInterval } from './paired-t.ts';
import { randomisationTest } from './randomisation.ts';
import { resampledT } from './resampled-t.ts';

/** Deltas of which one is no number. */
const spoilt = fc
	.tuple(
		fc.array(fc.constantFrom<number>(0, 0.5, -0.25, 1), { maxLength: 30 }),
		fc.nat(),
		fc.constantFrom<number>(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
	)
	.map(([deltas, at, wrong]) => deltas.toSpliced(at % (deltas.length + 1), 0, wrong));

function bootstrapped(deltas: readonly number[], method: IntervalMethodName): StratifiedBootstrap {
	const strata = [
		{ name: 'even', rows: deltas.map((_, row) => row).filter((row) => row % 2 === 0) },
		{ name: 'odd', rows: deltas.map((_, row) => row).filter((row) => row % 2 === 1) },
	];
	const settings = { resamples: 200, confidence: 0.95, method, seed: 1 };
	return bootstrap([deltas], strata, settings)[0] as StratifiedBootstrap;
}

describe('a delta that is no number', () => {
	it('gives NaN by every test, never a p', () => {
		fc.assert(
			fc.property(spoilt, (deltas) => {
				expect(randomisationTest(deltas, randomStream(1, 'x'), 100).p).toBeNaN();
				expect(pairedT(deltas)?.p).toBeNaN();
				expect(pairedTInterval(deltas, 0.95)?.low).toBeNaN();
				expect(equivalence(deltas, 0.1)?.p).toBeNaN();
				expect(nonInferiority(deltas, 0.1)).toBeNaN();
				expect(effect(deltas).sd).toBeNaN();
				const folds = resampledT(deltas, 5, 0.95);
				expect(folds.p).toBeNaN();
				expect(folds.interval.low).toBeNaN();
			}),
		);
	});

	it('gives NaN by the bootstrap, overall and in its stratum, and no verdict', () => {
		const methods = Object.keys(intervalMethods) as IntervalMethodName[];
		fc.assert(
			fc.property(spoilt, fc.constantFrom(...methods), (deltas, method) => {
				const { overall, strata } = bootstrapped(deltas, method);
				const at = deltas.findIndex((delta) => !Number.isFinite(delta));
				for (const result of [overall, strata.get(at % 2 === 0 ? 'even' : 'odd')]) {
					if (result === undefined) throw new Error('no result');
					const { interval, studentisedP } = result;
					expect([interval.low, interval.high, studentisedP, result.shareAtMostZero]).toEqual(new Array(4).fill(NaN));
					expect(result.at(0.99).high).toBeNaN();
					const equivalenceP = studentisedEquivalence(result, 0.5).p;
					expect(equivalenceP).toBeNaN();
					const meanDelta = effect(deltas).meanDelta;
					const evidence = { meanDelta, interval, studentisedP, equivalenceP, margin: 0.5, alpha: 0.05 };
					expect(decide(evidence)).toBe('inconclusive');
				}
			}),
		);
	});

	it('of one metric moves no number of another', () => {
		const deltas = [0, 0.5, 0, 1, -0.25, 0, 0, 0.5, 1, 0, 0, 0.5];
		const rows = deltas.map((_, row) => row);
		const settings = { resamples: 200, confidence: 0.95, method: 'studentised', seed: 1 } as const;
		const columns = [deltas.map(() => Number.NaN), deltas];
		const beside = bootstrap(columns, [{ name: 'all', rows }], settings)[1];
		const alone = bootstrap([deltas], [{ name: 'all', rows }], settings)[0];
		expect(beside?.overall.interval).toEqual(alone?.overall.interval);
		expect(beside?.overall.studentisedP).toBe(alone?.overall.studentisedP);
	});
});

describe('a p that is no number', () => {
	it('stays NaN when corrected, and counts as a member of the family', () => {
		for (const { adjust } of Object.values(corrections)) {
			const adjusted = adjust([0.01, Number.NaN, 0.5]);
			expect(adjusted[1]).toBeNaN();
			// As if it had been 1.
			const other = adjust([0.01, 1, 0.5]);
			expect([adjusted[0], adjusted[2]]).toEqual([other[0], other[2]]);
		}
	});

	it('comes from a tau of values that are none', () => {
		expect(kendallTauB([1, 2, Number.NaN], [1, 2, 3])).toBeNaN();
	});
});
