import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedRanking } from '../contract.ts';
import { parseMetric } from './parse.ts';

/** A ranking of distinct documents, some unjudged, and judged documents that were not returned. */
const judgedRanking: fc.Arbitrary<JudgedRanking> = fc
	.record({
		returned: fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 40 }),
		missed: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 }),
	})
	.map(({ returned, missed }) => withGrades(returned, [...returned.filter((grade) => grade >= 0), ...missed]));

function withGrades(grades: readonly number[], ideal: readonly number[]): JudgedRanking {
	return { grades: Int8Array.from(grades), ideal: [...ideal].sort((x, y) => y - x) };
}

const all = [
	...['recall@5', 'recall_cap@5', 'recall_all@5', 'success@5', 'precision@5', 'recall(rel=3)@10'],
	...['nDCG@5', 'nDCG@10', 'nDCG', 'nDCG(gain=exp)@10', 'MRR', 'MRR@5', 'AP', 'AP@5', 'AP(rel=2)'],
	...['Rprec', 'bpref', 'bpref(rel=2)', 'RBP(p=0.8)', 'RBP(p=0.95,rel=2)', 'judged@5'],
].map((name) => parseMetric(name));

describe.each(all)('$name', (metric) => {
	it('lies between 0 and its maximum', () => {
		fc.assert(
			fc.property(judgedRanking, (judged) => {
				const value = metric.score(judged);
				expect(value).toBeGreaterThanOrEqual(0);
				expect(value).toBeLessThanOrEqual(metric.max + 1e-12);
			}),
		);
	});

	it('does not see what stands beyond its cutoff', () => {
		const shown = Number.isFinite(metric.cutoff) ? metric.cutoff : undefined;
		fc.assert(
			fc.property(judgedRanking, (judged) => {
				expect(metric.score({ ...judged, grades: judged.grades.slice(0, shown) })).toBe(metric.score(judged));
			}),
		);
	});

	it('leaves its input as it was', () => {
		fc.assert(
			fc.property(judgedRanking, (judged) => {
				const before = { grades: [...judged.grades], ideal: [...judged.ideal] };
				metric.score(judged);
				expect({ grades: [...judged.grades], ideal: [...judged.ideal] }).toEqual(before);
			}),
		);
	});
});

describe.each(all.filter(({ name }) => !name.startsWith('judged')))('$name', (metric) => {
	it('never falls when a better document is swapped with a worse one above it', () => {
		fc.assert(
			fc.property(judgedRanking, fc.nat(), fc.nat(), (judged, x, y) => {
				const grades = judged.grades.slice();
				fc.pre(grades.length >= 2);
				const [above, below] = [x % grades.length, y % grades.length].sort((a, b) => a - b) as [number, number];
				const [upper, lower] = [grades[above] as number, grades[below] as number];
				// Judged documents only: bpref rightly falls when a judged one replaces an unjudged one.
				fc.pre(upper >= 0 && lower > upper);
				const before = metric.score(judged);
				grades[above] = lower;
				grades[below] = upper;
				expect(metric.score({ ...judged, grades })).toBeGreaterThanOrEqual(before - 1e-12);
			}),
		);
	});

	it('is the same after unjudged documents are appended', () => {
		fc.assert(
			fc.property(judgedRanking, fc.nat({ max: 20 }), (judged, more) => {
				const grades = Int8Array.from([...judged.grades, ...Array<number>(more).fill(-1)]);
				expect(metric.score({ ...judged, grades })).toBe(metric.score(judged));
			}),
		);
	});
});

it('recall grows with the cutoff, and success is whether recall is above 0', () => {
	fc.assert(
		fc.property(judgedRanking, fc.integer({ min: 1, max: 30 }), (judged, cutoff) => {
			const recall = parseMetric(`recall@${cutoff}`).score(judged);
			expect(parseMetric(`recall@${cutoff + 1}`).score(judged)).toBeGreaterThanOrEqual(recall);
			expect(parseMetric(`success@${cutoff}`).score(judged)).toBe(recall > 0 ? 1 : 0);
			expect(parseMetric(`recall_all@${cutoff}`).score(judged)).toBe(recall === 1 ? 1 : 0);
		}),
	);
});

it('on binary judgments linear and exponential gain agree', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: -1, max: 1 }), { maxLength: 30 }), (grades) => {
			const judged = withGrades(
				grades,
				grades.filter((grade) => grade >= 0),
			);
			expect(parseMetric('nDCG(gain=exp)@10').score(judged)).toBe(parseMetric('nDCG@10').score(judged));
		}),
	);
});
