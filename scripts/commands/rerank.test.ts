import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { TINY_FOLDER } from '../../retrievers/rerankers/testing/tiny.ts';
import { callBench } from '../testing/call-bench.ts';

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** fts5 likes repetition; the small cross-encoder likes documents that say little else. */
const folder = temporaryFolder({
	'data/small/corpus.jsonl': lines([
		{ id: 'r', content: 'boiler boiler boiler boiler and the garden and the window and the bicycle in the house' },
		{ id: 's', content: 'boiler boiler boiler secret', is_sensitive: 1 },
		{ id: 'h', content: 'the boiler boiler in the house' },
		{ id: 'b', content: 'a boiler' },
		{ id: 'c', content: 'secret code of the garden' },
		{ id: 'g', content: 'the garden and the code and the code and the window and the house and the bicycle' },
	]),
	'data/small/queries.jsonl': lines([
		{ query_id: 'q1', text: 'boiler', stratum: 'exact' },
		{ query_id: 'q2', text: 'code', stratum: 'exact' },
	]),
	'data/small/qrels.jsonl': lines([
		{ query_id: 'q1', relevant_ids: ['b', 'r'] },
		{ query_id: 'q2', relevant_ids: ['g'] },
	]),
});
afterAll(() => folder.dispose());

const SYSTEM = [
	...['--retriever', 'hybrid', '--set', 'legs=fts5,fts', '--set', 'stages=rerank'],
	...['--set', `rerank.model=folder:${TINY_FOLDER}`, '--data', 'small', '--metrics', 'MRR,recall@1'],
];
const bench = (...args: string[]) => callBench(args, folder.path);
const without = (flag: string) => SYSTEM.slice(0, SYSTEM.indexOf(flag));

describe('the stage rerank, with a small cross-encoder', () => {
	beforeAll(async () => {
		const { code, stderr } = await bench('run', ...SYSTEM, '--sensitive', 'lexical-only', '--out', 'run');
		expect({ code, stderr: stderr.replaceAll(/^(dataset|1 sensitive).*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
	});

	it('run: orders, shows no sensitive document to the model, and says what it reached', async () => {
		const manifest = JSON.parse(readFileSync(join(folder.path, 'run/manifest.json'), 'utf8'));
		expect(manifest.rerank).toMatchObject({ queries: 2, queries_past_deadline: 0, pairs_cut: 0, head_recall: 1 });
		expect(manifest.rerank.scorer).toContain('tiny-cross-encoder weights=');
		const top = readFileSync(join(folder.path, 'run/run.trec'), 'utf8');
		// s is sensitive and keeps its rank; by the words alone r comes third, and b last.
		expect(top).toMatch(/^q1 Q0 s 1 4 hybrid\nq1 Q0 b 2 3 hybrid\nq1 Q0 h 3 2 hybrid\nq1 Q0 r 4 1 hybrid\n/);
		const scores = readFileSync(join(folder.path, 'run/stages/rerank.trec'), 'utf8');
		expect(scores).not.toContain(' s ');
		expect(Number(/^q1 Q0 b 1 (\S+)/m.exec(scores)?.[1])).toBeCloseTo(1.584208, 5);
		const { stdout } = await bench('show', 'run', '--details');
		expect(stdout).toContain('It is given the best 50 candidates: they hold 100.0 % of the relevant documents');
		expect(stdout).toMatch(/candidates? .*shown to no model/);
		expect(stdout).toMatch(/^MRR +0\.4167 +0\.5000 +0\.7500 +25 %$/m);
	});

	it('verify repeats it to the byte, from the cache; a run says that cached scores measure nothing', async () => {
		expect((await bench('verify', 'run')).stdout).toContain('repeats to the byte');
		const { stdout } = await bench('run', ...SYSTEM, '--sensitive', 'lexical-only', '--out', 'again');
		expect(stdout).toMatch(/rerank \(cached\) +2/);
		expect(stdout).toMatch(/reranker scores came from the cache, so total leaves their cost out: .* ms \(p50\)/);
	});

	it('audit: what it could reach; without legs retrieved nothing of it is said', async () => {
		const { stdout } = await bench('audit', ...without('--metrics'), '--set', 'rerank.top=3', '--json');
		const audit = JSON.parse(stdout);
		expect(audit.stages).toMatchObject([{ stage: 'rerank', verdict: 'live' }]);
		expect(audit.rerank).toMatchObject({ top: 3, queries_past_deadline: 0, reach: { 'recall@10': { perfect: 1 } } });
		expect(audit.rerank.timings.per_query.n).toBe(2);
		const before = JSON.parse((await bench('audit', ...without('--metrics'), '--static', '--json')).stdout);
		expect(before.rerank).toBeUndefined();
	});

	it('ablate: with and without it; one candidate is nothing to order, and no test of it', async () => {
		const row = async (...more: string[]): Promise<{ verdict: string }> => {
			const { stdout } = await bench('ablate', ...SYSTEM, ...more, '--out', 'ablation', '--json');
			const { contributions } = JSON.parse(stdout);
			return contributions.find(
				(one: { part: string; kind?: string; stratum: string }) =>
					JSON.stringify(one).includes('rerank') && one.stratum === 'overall',
			);
		};
		expect((await row()).verdict).not.toBe('not a test of rerank');
		expect((await row('--set', 'rerank.top=1')).verdict).toBe('not a test of rerank');
	});

	it('sweep: over top and deadline, and over models, with what each costs', async () => {
		const grid = ['--grid', 'rerank.top=1,5', '--grid', 'rerank.deadline_ms=0,600000'];
		const { stdout } = await bench(
			'sweep',
			...without('--metrics'),
			...grid,
			'--folds',
			'2',
			'--metric',
			'MRR',
			'--json',
		);
		const { rerank_budgets: budgets } = JSON.parse(stdout);
		expect(budgets).toMatchObject([
			{ top: 1, deadline_ms: 0, queries: 2, queries_past_deadline: 0 },
			{ top: 1, deadline_ms: 600_000, queries_past_deadline: 0 },
			{ top: 5, deadline_ms: 0 },
			{ top: 5, deadline_ms: 600_000 },
		]);
		const models = `rerank.model=folder:${TINY_FOLDER},folder:${TINY_FOLDER}?max_tokens=16`;
		const both = await bench('sweep', ...without('--metrics'), '--grid', models, '--folds', '2', '--json');
		expect(JSON.parse(both.stdout).rerank_budgets).toMatchObject([
			{ model: `folder:${TINY_FOLDER}`, top: 50 },
			{ model: `folder:${TINY_FOLDER}?max_tokens=16`, top: 50 },
		]);
	});

	it('losses and explain name it', async () => {
		const { stdout } = await bench('losses', 'run', '--cutoff', '3', '--details');
		expect(stdout).toContain('lost by rerank');
		expect((await bench('explain', 'run', 'q1', '--cutoff', '3')).stdout).toContain('before the stage rerank');
	});

	it.each([
		[['--set', 'rerank.model='], 'no model is named'],
		[['--set', 'rerank.model=nobody:m'], 'reranking provider'],
		[['--set', 'rerank.top=0'], 'rerank.top'],
		[['--set', 'rerank.deadline_ms=-5'], 'rerank.deadline_ms'],
	])('%j is refused before any work', async (more, message) => {
		const { stderr, code } = await bench('run', ...SYSTEM, ...more, '--out', 'refused');
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
		expect(stderr).not.toContain('dataset small');
		expect(existsSync(join(folder.path, 'refused'))).toBe(false);
	});
});
