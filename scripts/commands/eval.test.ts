import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

// q1: the first of two relevant documents at rank 2. q2: unanswered. q3: nothing relevant. q9: not in the qrels.
writeFileSync(
	join(folder, 'run.trec'),
	['q1 Q0 a 1 2 mine', 'q1 Q0 b 2 1 mine', 'q3 Q0 a 1 1 mine', 'q9 Q0 a 1 1 mine', ''].join('\n'),
);
writeFileSync(join(folder, 'qrels'), ['q1 0 b 1', 'q1 0 c 2', 'q2 0 a 1', 'q3 0 a 0', ''].join('\n'));

function evaluate(...args: string[]) {
	return callBench(['eval', 'run.trec', 'qrels', ...args], folder);
}

describe('bench eval', () => {
	it('counts unanswered queries as 0, leaves unscorable ones out, and says so', async () => {
		const { stdout, stderr, code } = await evaluate('--metrics', 'recall@10,MRR');
		expect(code).toBe(0);
		expect(stderr).toBe('');
		expect(stdout).toMatchInlineSnapshot(`
			"queries  recall@10     MRR
			──────────────────────────
			      2     0.2500  0.2500

			1 query not answered by the run: scored 0 and counted.
			1 query without relevant documents: left out of every mean.
			1 query of the run not in the qrels: passed over.
			"
		`);
	});

	it('has the default metrics', async () => {
		expect((await evaluate()).stdout).toMatch(/recall@5 +recall@10 +nDCG@10 +MRR/);
	});

	it('prints a row per query', async () => {
		expect((await evaluate('--metrics', 'MRR', '--by-query')).stdout.split('\n\n').slice(0, 3)).toEqual([
			[
				'query  relevant     MRR',
				'─'.repeat(23),
				'q1            2  0.5000',
				'q2            1  0.0000',
				'q3            0       -',
			].join('\n'),
			'Means',
			['queries     MRR', '─'.repeat(15), '      2  0.2500'].join('\n'),
		]);
	});

	it('takes a level, and says which metrics are over fewer queries', async () => {
		const { stdout } = await evaluate('--metrics', 'nDCG@10,R@1', '--level', '2');
		expect(stdout).toContain('recall(rel=2)@1');
		expect(stdout).toContain('recall(rel=2)@1 is over 1 query: the others have no document of that grade.');
	});

	it('prints one JSON object', async () => {
		const { stdout, code } = await evaluate('--json', '--by-query', '--metrics', 'MRR');
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			rules: 'recall-bench',
			queries: { scored: 2, unanswered: 1, unscored: 1, without_qrels: 1 },
			metrics: { MRR: 0.25 },
			by_query: [
				{ query_id: 'q1', relevant: 2, metrics: { MRR: 0.5 } },
				{ query_id: 'q2', relevant: 1, metrics: { MRR: 0 } },
				{ query_id: 'q3', relevant: 0, metrics: null },
			],
		});
	});
});

describe('bench eval --trec-compat', () => {
	it('has the other formats too, with the same numbers', async () => {
		const { stdout } = await evaluate('--trec-compat', '--metrics', 'map,ndcg_cut_10', '--format', 'csv');
		expect(stdout.split('\n').slice(0, 3)).toEqual(['section,quantity,value', 'means,n,2', 'means,map,0.125']);
	});

	it('prints what trec_eval -q prints', async () => {
		expect((await evaluate('--trec-compat', '--by-query', '--metrics', 'map,ndcg_cut_10')).stdout).toBe(
			[
				'map                   \tq1\t0.2500',
				'ndcg_cut_10           \tq1\t0.2398',
				'map                   \tq3\t0.0000',
				'ndcg_cut_10           \tq3\t0.0000',
				'map                   \tall\t0.1250',
				'ndcg_cut_10           \tall\t0.1199',
				'',
			].join('\n'),
		);
	});

	it('prints the official measures with their counts', async () => {
		const { stdout } = await evaluate('--trec-compat');
		expect(stdout.split('\n').slice(0, 6)).toEqual([
			'runid                 \tall\tmine',
			'num_q                 \tall\t2',
			'num_ret               \tall\t3',
			'num_rel               \tall\t2',
			'num_rel_ret           \tall\t1',
			'map                   \tall\t0.1250',
		]);
		expect(stdout).toContain('P_1000                \tall\t');
	});

	it('counts unanswered queries with --complete', async () => {
		const { stdout } = await evaluate('--trec-compat', '--complete', '--metrics', 'recip_rank', '--json');
		expect(JSON.parse(stdout)).toMatchObject({ queries: { scored: 3 }, metrics: { recip_rank: 0.5 / 3 } });
	});

	it('has one level for all measures', async () => {
		const { stderr, code } = await evaluate('--trec-compat', '--metrics', 'P(rel=2)@5');
		expect(code).toBe(2);
		expect(stderr).toContain('Give it as --level 2.');
		expect((await evaluate('--trec-compat', '--level', '2', '--metrics', 'recall_5')).stdout).toBe(
			'recall_5              \tall\t0.0000\n',
		);
	});
});

describe('errors', () => {
	it.each<[string, string[], RegExp]>([
		['an unknown metric', ['run.trec', 'qrels', '--metrics', 'ndgc@10'], /no metric "ndgc@10"\n {2}Did you mean nDCG/],
		['a missing file', ['run.trec', 'missing'], /missing can't be read: ENOENT/],
		['files the wrong way round', ['qrels', 'run.trec'], /qrels:1: has 4 fields, not 6/],
		['--complete alone', ['run.trec', 'qrels', '--complete'], /--complete goes with --trec-compat/],
		['a level that is none', ['run.trec', 'qrels', '--level', '0'], /--level/],
		['a missing argument', ['run.trec'], /qrels/],
	])('%s', async (_, args, message) => {
		const { stdout, stderr, code } = await callBench(['eval', ...args], folder);
		expect(stderr).toMatch(message);
		expect(stderr).not.toContain('    at ');
		expect(stdout).toBe('');
		expect(code).toBe(2);
	});

	it('no query in common', async () => {
		writeFileSync(join(folder, 'other'), 'x 0 a 1\n');
		const { stderr, code } = await callBench(['eval', 'run.trec', 'other'], folder);
		expect(stderr).toContain('no query of run.trec is in other');
		expect(code).toBe(2);
	});
});
