import { describe, expect, it } from 'vitest';
import { fourDecimals, renderTrecEval } from './trec-eval.ts';

describe('four decimals as C prints them', () => {
	it.each([
		[1 / 32, '0.0312'],
		[3 / 32, '0.0938'],
		[5 / 32, '0.1562'],
		[0.5, '0.5000'],
		[1 / 3, '0.3333'],
		[0.00005, '0.0001'],
		[0.00015, '0.0001'],
		[1, '1.0000'],
		[0, '0.0000'],
	])('%s', (value, text) => {
		expect(fourDecimals(value)).toBe(text);
	});
});

it('prints queries, then the run, then the total', () => {
	const values = { returned: 2, relevant: 1, relevantReturned: 1, values: Float64Array.of(0.25) };
	const evaluation = {
		runId: 'tag',
		queries: [{ queryId: 'q1', ...values }],
		total: { queryId: 'all', ...values },
	};
	expect(renderTrecEval(evaluation, ['ndcg_cut_10'], { byQuery: true, counts: true })).toBe(
		[
			'num_ret               \tq1\t2',
			'num_rel               \tq1\t1',
			'num_rel_ret           \tq1\t1',
			'ndcg_cut_10           \tq1\t0.2500',
			'runid                 \tall\ttag',
			'num_q                 \tall\t1',
			'num_ret               \tall\t2',
			'num_rel               \tall\t1',
			'num_rel_ret           \tall\t1',
			'ndcg_cut_10           \tall\t0.2500',
		].join('\n'),
	);
	expect(renderTrecEval(evaluation, ['map'], { byQuery: false, counts: false })).toBe(
		'map                   \tall\t0.2500',
	);
});
