import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { callBench } from '../testing/call-bench.ts';
import { FULL_LISTS, ORIGINAL_MISTAKE } from '../testing/full-lists.ts';
import { smallDataset } from '../testing/small-dataset.ts';

const system = ['--set', 'legs=fts,fts5', '--folds', '2', '--repeats', '2'];

describe('bench sweep', () => {
	let folder = '';
	beforeAll(() => {
		folder = smallDataset();
	});

	test('prints choices, held-out rows and curves; --json the same numbers; --out writes them', async () => {
		const grid = ['--grid', 'weights.fts=0:2:0.5', '--grid', 'k=log:1:100:3'];
		const table = await callBench(['sweep', ...system, ...grid], folder);
		expect(table.code).toBe(0);
		for (const rule of table.stdout.split('\n').filter((line) => line.startsWith('─')))
			expect(rule.length).toBeLessThanOrEqual(100);
		expect(table.stdout).toContain('best mean');
		expect(table.stdout).toContain('one standard error');
		expect(table.stdout).toContain('fts enters');
		expect(table.stdout.split('\n')[0]).toBe(
			'Tuning changes nothing by the rule "best mean": every fold chose the system as set.',
		);
		const { stdout, stderr, code } = await callBench(
			['sweep', ...system, ...grid, '--json', '--out', 'sweep.json'],
			folder,
		);
		expect(code).toBe(0);
		expect(stderr).toContain('nothing retrieved');
		const printed = JSON.parse(stdout) as { metric: string; points: unknown[]; choices: { rule: string }[] };
		expect(printed.metric).toBe('nDCG@10');
		// 5 x 3, and the system as set (k = 60), which is not on the grid.
		expect(printed.points).toHaveLength(16);
		expect(printed.choices.map(({ rule }) => rule)).toEqual(['best', 'one-error']);
		expect(readFileSync(join(folder, 'sweep.json'), 'utf8')).toBe(stdout);
	});

	test('options of a leg are retrieved once for each value, after a plan; the same again retrieves nothing', async () => {
		const grid = ['--grid', 'fts5.tokenizer=unicode61,porter', '--grid', 'weights.fts=0:1:.5', '--cache-dir', 'legs'];
		const first = await callBench(['sweep', ...system, ...grid, '--json'], folder);
		expect(first.stderr).toMatch(/plan: 3 retrievals \(distinct legs: fts 1, fts5 2\), 6 configurations of 2 systems/);
		expect(first.stderr).toContain('retrieved fts, fts5 2');
		expect(first.code).toBe(0);
		const printed = JSON.parse(first.stdout) as {
			points: { settings: Record<string, unknown> }[];
			systems: { settings: Record<string, unknown>; latency_ms: { n: number } }[];
		};
		expect(printed.points).toHaveLength(6);
		expect(printed.points[0]?.settings).toEqual({ 'fts5.tokenizer': 'unicode61', 'weights.fts': 0 });
		expect(printed.systems.map(({ settings, latency_ms: { n } }) => [settings, n])).toEqual([
			[{ 'fts5.tokenizer': 'unicode61' }, 4],
			[{ 'fts5.tokenizer': 'porter' }, 4],
		]);
		const again = await callBench(['sweep', ...system, ...grid], folder);
		expect(again.stderr).toMatch(/plan: 0 retrievals \(distinct legs: fts 1, fts5 2; 3 kept from before\)/);
		expect(again.stderr).toContain('nothing retrieved');
		expect(again.stdout).toContain('fts5.tokenizer=porter');
	});

	test('the fusion itself can be swept', async () => {
		const grid = ['--grid', 'fusion=rrf,combsum,isr', '--grid', 'weights.fts=1,2'];
		const { stdout, stderr, code } = await callBench(['sweep', ...system, ...grid, '--json'], folder);
		expect(stderr).toContain('6 configurations of 3 systems');
		expect(code).toBe(0);
		expect((JSON.parse(stdout) as { points: unknown[] }).points).toHaveLength(6);
	});

	test('the old mistake ends in "not a test of graph"', async () => {
		const full = temporaryFolder(FULL_LISTS);
		const grid = ['--grid', 'weights.graph=0.05:0.35:0.05', '--folds', '2', '--repeats', '2'];
		const { stdout, code } = await callBench(['sweep', '--data', 'small', ...ORIGINAL_MISTAKE, ...grid], full.path);
		expect(code).toBe(0);
		expect(stdout.split('\n')[1]).toContain('At the best point: not a test of graph (cannot-matter: ');
		expect(stdout).toMatch(/graph enters +x{7}\s/);
		full.dispose();
	});

	test.each([
		[['--grid', 'weights.graf=0:1:0.5'], 'nothing called "weights.graf"'],
		[['--grid', 'weights.fts=0:1'], "can't be read"],
		[[], "required option '--grid"],
		[['--grid', 'k=1,2', '--metric', 'nDCG@10,MRR'], 'takes one metric'],
		[['--grid', 'k=1,2', '--retriever', 'fts'], 'no option "legs"'],
		[['--grid', 'weights.graf=0,1', '--data', 'nowhere'], 'nothing called "weights.graf"'],
		[['--grid', 'k=-1,60', '--data', 'nowhere'], '-1'],
		[['--grid', 'fts5.tokenizer=unicode61,proter', '--data', 'nowhere'], 'Did you mean porter?'],
		[['--grid', 'fts5.tokeniser=porter', '--data', 'nowhere'], 'Did you mean fts5.tokenizer'],
		[['--grid', 'fusion=rrf,isr', '--grid', 'k=1,60', '--data', 'nowhere'], 'nothing called "k"'],
		[['--grid', 'depth.fts=10,500', '--data', 'nowhere'], 'from 1 to 50'],
	])('%j is refused, in words', async (flags, message) => {
		const { code, stderr } = await callBench(['sweep', ...system, ...flags], folder);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});
});
