import { describe, expect, it } from 'vitest';
import { parseMetric } from './parse.ts';

describe('the retrieval measures of LongMemEval', () => {
	// Four relevant documents; found at ranks 2, 4 and 5.
	const judged = { grades: Int8Array.from([0, 1, -1, 1, 1]), ideal: [1, 1, 1, 1, 0] };

	it('ndcg_any: by hand, (1 + 1/log2 4 + 1/log2 5) / (1 + 1 + 1/log2 3 + 1/log2 4)', () => {
		const found = 1 + 1 / 2 + 1 / Math.log2(5);
		const best = 2 + 1 / Math.log2(3) + 1 / 2;
		expect(parseMetric('ndcg_any@5').score(judged)).toBeCloseTo(found / best, 12);
		expect(parseMetric('ndcg_any@1').score(judged)).toBe(0);
		// The first two ranks weigh the same.
		expect(parseMetric('ndcg_any@2').score({ grades: Int8Array.from([0, 1]), ideal: [1] })).toBe(1);
	});

	// Computed with dcg and ndcg of LongMemEval's own retrieval/eval_utils.py (commit 6a92d1a) over made-up rankings.
	it.each([
		['0000101000100', 4, [0, 0, 0.13755548414400529, 0.2513259022447934]],
		['000000010010', 2, [0, 0, 0, 0.16666666666666666]],
		['11001000', 3, [1, 0.7601875334318685, 0.9238850086262381, 0.9238850086262381]],
		['001010011111', 7, [0, 0.23981246656813146, 0.29806952783463897, 0.46726839537600495]],
	])('ndcg_any at 1, 3, 5 and 10 has the numbers of the benchmark: %s, %i relevant', (ranked, relevant, expected) => {
		const grades = Int8Array.from(ranked, Number);
		const ideal = Array.from({ length: relevant }, () => 1);
		[1, 3, 5, 10].forEach((cutoff, i) => {
			expect(parseMetric(`ndcg_any@${cutoff}`).score({ grades, ideal })).toBeCloseTo(expected[i] as number, 12);
		});
	});

	it('recall_any is success, recall_all asks for all', () => {
		expect(parseMetric('recall_any@5').name).toBe('success@5');
		expect(parseMetric('recall_any@1').score(judged)).toBe(0);
		expect(parseMetric('recall_any@2').score(judged)).toBe(1);
		expect(parseMetric('recall_all@5').score(judged)).toBe(0);
	});
});
