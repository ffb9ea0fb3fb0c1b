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

	it('recall_any is success, recall_all asks for all', () => {
		expect(parseMetric('recall_any@5').name).toBe('success@5');
		expect(parseMetric('recall_any@1').score(judged)).toBe(0);
		expect(parseMetric('recall_any@2').score(judged)).toBe(1);
		expect(parseMetric('recall_all@5').score(judged)).toBe(0);
	});
});
