import { describe, expect, it } from 'vitest';
import { meanPosterior } from './bayes.ts';
import { effect } from './effect.ts';
import { equivalence } from './equivalence.ts';
import { pairedTInterval } from './paired-t.ts';

describe('meanPosterior', () => {
	// mpmath 1.3, 30 digits: quad over the same density, written anew; mean, interval, P(< 0), P(< -margin), P(in), P(> margin).
	it.each([
		[
			30,
			0.03,
			0.12,
			0.1,
			0.01,
			[
				0.02853700367730581, -0.015159100681893302, 0.07196271777264455, 0.09600541462201594, 0.04085171843385697,
				0.15525744947544343, 0.8038908320906996,
			],
		],
		[
			311,
			0.048,
			0.31,
			0.1,
			0.02,
			[
				0.04655256580589489, 0.012482575834413227, 0.08059748714075632, 0.0037838011300517097, 7.356626760585747e-5,
				0.06299987083609843, 0.9369265628962957,
			],
		],
		[
			20,
			-0.15,
			0.2,
			0.1,
			0.05,
			[
				-0.12290718547576132, -0.2052673839236709, -0.03481422997613661, 0.9955281162142077, 0.9509350062011742,
				0.04878246364087439, 0.0002825301579513652,
			],
		],
		[
			5,
			0.3,
			0.25,
			0.1,
			0.02,
			[
				0.09819397123125614, -0.09454300642178126, 0.2704272510532141, 0.1494155926017686, 0.10821934838485826,
				0.0922025248682241, 0.7995781267469176,
			],
		],
		[
			2000,
			0.004,
			0.05,
			0.1,
			0.005,
			[
				0.003999499561960377, 0.0018070023329190227, 0.006191995367556364, 0.0001775858656557833, 7.038082639946676e-16,
				0.8145340774997637, 0.18546592250023558,
			],
		],
		[
			4,
			0.6,
			0.5,
			100,
			0.1,
			[
				0.5271828496649137, -0.1808315287980726, 0.95327036289795, 0.04940034048820103, 0.03369613590132394,
				0.040055827939150725, 0.9262480361595253,
			],
		],
	] as const)('agrees with mpmath: %d queries, mean %d, sd %d', (n, meanDelta, sd, priorSd, margin, expected) => {
		const found = meanPosterior({ n, meanDelta, sd }, { sd: priorSd, bound: 1 }, { margin, confidence: 0.95 });
		const rope = found?.rope ?? { below: NaN, inside: NaN, above: NaN };
		const values = [found?.mean, found?.low, found?.high, found?.belowZero, rope.below, rope.inside, rope.above];
		for (const [i, value] of values.entries()) expect(value).toBeCloseTo(expected[i] as number, 11);
		expect((found?.belowZero ?? 0) + (found?.aboveZero ?? 0)).toBeCloseTo(1, 12);
		expect(rope.below + rope.inside + rope.above).toBeCloseTo(1, 12);
	});

	it('is the t interval and the one-sided t tests where the prior says nothing', () => {
		const deltas = Array.from({ length: 25 }, (_, i) => ((i * 7) % 11) / 50 - 0.08);
		const found = meanPosterior(effect(deltas), { sd: 1e6, bound: 50 }, { margin: 0.02, confidence: 0.95 });
		const interval = pairedTInterval(deltas, 0.95);
		const tests = equivalence(deltas, 0.02);
		expect(found?.low).toBeCloseTo(interval?.low as number, 8);
		expect(found?.high).toBeCloseTo(interval?.high as number, 8);
		expect(found?.rope?.below).toBeCloseTo(tests?.lowerP as number, 8);
		expect(found?.rope?.above).toBeCloseTo(tests?.upperP as number, 8);
	});

	it('shrinks towards 0 the more, the surer the prior', () => {
		const seen = { n: 30, meanDelta: 0.1, sd: 0.2 };
		const means = [10, 0.1, 0.02].map(
			(sd) => meanPosterior(seen, { sd, bound: 1 }, { confidence: 0.95 })?.mean as number,
		);
		expect(means[0]).toBeCloseTo(0.1, 4);
		expect(means[1]).toBeLessThan(means[0] as number);
		expect(means[2]).toBeLessThan(means[1] as number);
		expect(means[2]).toBeGreaterThan(0);
	});

	it('turns around with the deltas', () => {
		const one = meanPosterior(
			{ n: 12, meanDelta: 0.05, sd: 0.1 },
			{ sd: 0.1, bound: 1 },
			{ margin: 0.01, confidence: 0.9 },
		);
		const other = meanPosterior(
			{ n: 12, meanDelta: -0.05, sd: 0.1 },
			{ sd: 0.1, bound: 1 },
			{ margin: 0.01, confidence: 0.9 },
		);
		expect(other?.mean).toBeCloseTo(-(one?.mean as number), 12);
		expect(other?.low).toBeCloseTo(-(one?.high as number), 10);
		expect(other?.rope?.below).toBeCloseTo(one?.rope?.above as number, 12);
	});

	it('says nothing without spread, and of no ROPE without a margin', () => {
		expect(meanPosterior({ n: 40, meanDelta: 0, sd: 0 }, { sd: 0.1, bound: 1 }, { confidence: 0.95 })).toBeUndefined();
		expect(meanPosterior({ n: 1, meanDelta: 0.2, sd: 0 }, { sd: 0.1, bound: 1 }, { confidence: 0.95 })).toBeUndefined();
		expect(
			meanPosterior({ n: 9, meanDelta: 0.2, sd: 0.2 }, { sd: 0.1, bound: 1 }, { confidence: 0.95 })?.rope,
		).toBeUndefined();
	});
});
