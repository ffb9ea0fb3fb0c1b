import { describe, expect, it } from 'vitest';
import { COMPARE_DEFAULTS } from '../../compare/comparison.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { randomStream } from '../../random.ts';
import { bootstrap } from '../../stats/bootstrap.ts';
import type { AblationRow } from './ablation.ts';
import { shapleyShares } from './shares.ts';

const N = 200;
const stream = randomStream(5, 'shares');
const draw = () => Array.from({ length: N }, () => stream.next());
const worth = { a: draw(), b: draw(), ab: draw() };
const strata = Array.from({ length: N }, (_, i) => (i % 3 === 0 ? 'one' : 'two'));

function row(legs: readonly string[], values: readonly number[]): AblationRow {
	const scores = values.map((value, i) => ({
		queryId: `q${i}`,
		stratum: strata[i],
		relevant: 1,
		// The last query can't be scored.
		metrics: i === N - 1 ? undefined : { 'recall@10': value },
	}));
	return { variant: { legs, withoutStages: [] }, run: { scores } } as unknown as AblationRow;
}

const rows = [row(['a'], worth.a), row(['b'], worth.b), row(['a', 'b'], worth.ab)];
const options = { ...COMPARE_DEFAULTS, resamples: 2000 };
const metrics = parseMetrics('recall@10');
const scored = <T>(values: readonly T[]): readonly T[] => values.slice(0, -1);
const intervalOf = (values: readonly number[]) => {
	const members = ['one', 'two'].map((name) => ({
		name,
		rows: scored(strata).flatMap((stratum, queryIndex) => (stratum === name ? [queryIndex] : [])),
	}));
	const settings = { resamples: 2000, confidence: 0.95, method: options.ci, seed: options.seed };
	return bootstrap([values], members, settings)[0]?.overall.interval;
};

describe('Shapley shares over queries', () => {
	const { shares, differences } = shapleyShares(rows, metrics, options);
	const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

	it('are the means of the shares of each query, and add up to the whole', () => {
		const ofA = scored(worth.a).map((a, i) => (a + (worth.ab[i] as number) - (worth.b[i] as number)) / 2);
		expect(shares[0]).toMatchObject({ metric: 'recall@10', leg: 'a' });
		expect(shares[0]?.value).toBeCloseTo(mean(ofA), 12);
		expect((shares[0]?.value ?? 0) + (shares[1]?.value ?? 0)).toBeCloseTo(mean(scored(worth.ab)), 12);
		expect(shares[0]?.interval.low).toBeCloseTo(intervalOf(ofA)?.low as number, 10);
		expect(shares[0]?.interval.high).toBeCloseTo(intervalOf(ofA)?.high as number, 10);
	});

	it('are as sure as a mean of so many queries is', () => {
		const ofB = scored(worth.b).map((b, i) => (b + (worth.ab[i] as number) - (worth.a[i] as number)) / 2);
		const sd = Math.sqrt(mean(ofB.map((value) => (value - mean(ofB)) ** 2)));
		const { low, high } = shares[1]?.interval ?? { low: 0, high: 0 };
		expect((high - low) / ((2 * 1.96 * sd) / Math.sqrt(N - 1))).toBeGreaterThan(0.87);
		expect((high - low) / ((2 * 1.96 * sd) / Math.sqrt(N - 1))).toBeLessThan(1.15);
	});

	it('differ as the legs do: of two, the difference is that of their own scores, with its interval', () => {
		const apart = scored(worth.a).map((a, i) => a - (worth.b[i] as number));
		expect(differences).toHaveLength(1);
		expect(differences[0]).toMatchObject({ leg: 'a', other: 'b' });
		expect(differences[0]?.value).toBeCloseTo(mean(apart), 12);
		expect(differences[0]?.interval.low).toBeCloseTo(intervalOf(apart)?.low as number, 10);
		expect(differences[0]?.interval.high).toBeCloseTo(intervalOf(apart)?.high as number, 10);
	});

	it('has wider intervals for the differences of more legs, which hold together', () => {
		const three = [
			row(['a'], worth.a),
			row(['b'], worth.b),
			row(
				['c'],
				worth.a.map((value) => value / 2),
			),
			row(['a', 'b'], worth.ab),
			row(['a', 'c'], worth.a),
			row(['b', 'c'], worth.b),
			row(['a', 'b', 'c'], worth.ab),
		];
		const found = shapleyShares(three, metrics, options).differences;
		expect(found.map(({ leg, other }) => `${leg}${other}`)).toEqual(['ab', 'ac', 'bc']);
		const alone = shapleyShares(three, metrics, { ...options, alpha: 0.05 * 3 }).differences;
		found.forEach(({ interval }, i) => {
			const narrow = alone[i]?.interval ?? { low: 0, high: 0 };
			expect(interval.high - interval.low).toBeGreaterThan(narrow.high - narrow.low);
		});
	});
});
