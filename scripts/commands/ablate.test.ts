import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { callBench } from '../testing/call-bench.ts';
import { FULL_LISTS, ORIGINAL_MISTAKE } from '../testing/full-lists.ts';
import { runBench } from '../testing/run-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

const legs = ['--set', 'legs=fts,fts5,graph', '--set', 'graph.seeds=fts,fts5'];
const metrics = ['--metrics', 'recall@5,nDCG@10'];

describe('bench ablate', () => {
	let folder = '';
	beforeAll(() => {
		folder = smallDataset();
	});

	test('writes every subset as a run folder, and a second ablation retrieves nothing and gives the same bytes', async () => {
		const stage = ['--set', 'stages=importance', '--quiet'];
		const first = await callBench(['ablate', ...legs, ...stage, ...metrics, '--out', 'one'], folder);
		expect(first.stderr).toBe('');
		expect(first.code).toBe(0);
		expect(first.stdout).toContain('stage importance');
		expect(first.stdout).toContain('8 run folders  one/runs');
		expect(readdirSync(join(folder, 'one', 'runs'))).toEqual([
			'001-fts',
			'002-fts5',
			'003-graph',
			'004-fts-fts5',
			'005-fts-graph',
			'006-fts5-graph',
			'007-fts-fts5-graph',
			'008-fts-fts5-graph-without-importance',
		]);
		const second = await callBench(
			['ablate', ...legs, '--set', 'stages=importance', ...metrics, '--out', 'two'],
			folder,
		);
		expect(second.stderr).toContain('nothing retrieved');
		for (const file of ['ablation.json', 'runs/005-fts-graph/scores.jsonl', 'runs/005-fts-graph/run.trec'])
			expect(readFileSync(join(folder, 'two', file), 'utf8')).toBe(readFileSync(join(folder, 'one', file), 'utf8'));
	});

	test('says first whether any smaller system beats the whole, corrected over all that were looked at', async () => {
		const args = ['ablate', ...legs, ...metrics, '--primary', 'nDCG@10', '--out', 'asked'];
		const { stdout } = await callBench(args, folder);
		expect(stdout.split('\n')[0]).toMatch(
			/^No smaller system is shown to beat fts\+fts5\+graph on nDCG@10 overall: .*corrected over \d smaller systems/,
		);
		const printed = JSON.parse((await callBench([...args, '--json'], folder)).stdout);
		expect(printed.question.primary).toEqual({ metric: 'nDCG@10', stratum: 'overall', chosen_by: 'user' });
		expect(printed.smaller_systems).toMatchObject({ metric: 'nDCG@10', any_beats_whole: false });
		for (const row of printed.smaller_systems.rows)
			expect(row.p_studentised_corrected).toBeGreaterThanOrEqual(row.p_studentised);
		for (const { metric, stratum, role } of printed.contributions)
			expect(role).toBe(metric === 'nDCG@10' && stratum === 'overall' ? 'primary' : 'secondary');
	});

	test('the run folder of a subset is a run: it can be verified and shown', async () => {
		const run = 'one/runs/004-fts-fts5';
		expect((await callBench(['show', run], folder)).stdout).toContain('fts+fts5');
		const verified = runBench(['verify', run], folder);
		expect(verified.stdout + verified.stderr).not.toContain('differs');
		expect(verified.code).toBe(0);
	});

	test('the old mistake ends in "not a test of graph", not in a verdict', async () => {
		const full = temporaryFolder(FULL_LISTS);
		const args = ['ablate', '--data', 'small', ...ORIGINAL_MISTAKE, ...metrics, '--out', 'old'];
		const table = await callBench([...args, '--details'], full.path);
		expect(table.code).toBe(0);
		const { stdout: first } = await callBench(args, full.path);
		expect(first).toMatch(/^graph .*not a test of graph/m);
		expect(first).toContain('graph: not a test of graph.');
		for (const rule of first.split('\n').filter((line) => line.startsWith('─')))
			expect(rule.length).toBeLessThanOrEqual(100);
		const { stdout } = await callBench([...args, '--json'], full.path);
		const printed = JSON.parse(stdout) as {
			contributions: { part: string; verdict: string }[];
			shapley: { leg: string; value: number | null; untested_value?: number }[];
			audit: { leg: string; verdict: string; threshold: number }[];
		};
		const verdicts = new Set(
			printed.contributions.filter(({ part }) => part === 'graph').map(({ verdict }) => verdict),
		);
		expect([...verdicts]).toEqual(['not a test of graph']);
		expect(printed.contributions.filter(({ part }) => part === 'fts5').map(({ verdict }) => verdict)).not.toContain(
			'not a test of fts5',
		);
		const shares = printed.shapley.filter(({ leg }) => leg === 'graph');
		expect(shares.length).toBeGreaterThan(0);
		for (const share of shares) {
			expect(share).toMatchObject({ value: null, ci: null, not_a_test: 'not a test of graph' });
			expect(share.untested_value).toEqual(expect.any(Number));
			expect(table.stdout).not.toMatch(new RegExp(`graph +${share.untested_value?.toFixed(4)} `));
		}
		expect(table.stdout).toMatch(/graph +not a test of graph +-$/m);
		expect(printed.shapley.find(({ leg }) => leg === 'fts5')?.value).toEqual(expect.any(Number));
		expect(printed.audit.find(({ leg }) => leg === 'graph')?.threshold).toBeCloseTo(61 / 70, 3);
		full.dispose();
	});

	test('no text of documents or queries is written', () => {
		for (const file of readdirSync(join(folder, 'one'), { recursive: true, encoding: 'utf8' })) {
			const path = join(folder, 'one', file);
			if (!existsSync(path) || !file.includes('.')) continue;
			expect(readFileSync(path, 'utf8').toLowerCase()).not.toContain('whippet');
		}
	});

	test('a single retriever is refused, in words', async () => {
		const { code, stderr } = await callBench(['ablate', '--retriever', 'fts'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('fts has no legs');
	});

	test('a folder that is no ablation is not overwritten', async () => {
		const { code, stderr } = await callBench(['ablate', ...legs, '--out', 'data'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('exists and is not an ablation');
	});
});
