import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runBench } from '../testing/run-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

const system = ['--set', 'legs=fts,fts5', '--folds', '2', '--repeats', '2'];

describe('bench sweep', () => {
	let folder = '';
	beforeAll(() => {
		folder = smallDataset();
	});

	test('prints choices, held-out rows and curves; --json the same numbers; --out writes them', () => {
		const grid = ['--grid', 'weights.fts=0:2:0.5', '--grid', 'k=log:1:100:3'];
		const table = runBench(['sweep', ...system, ...grid], folder);
		expect(table.code).toBe(0);
		expect(table.stdout).toContain('best mean');
		expect(table.stdout).toContain('one standard error');
		expect(table.stdout).toContain('fts live');
		const { stdout, stderr, code } = runBench(['sweep', ...system, ...grid, '--json', '--out', 'sweep.json'], folder);
		expect(code).toBe(0);
		expect(stderr).toContain('nothing retrieved');
		const printed = JSON.parse(stdout) as { metric: string; points: unknown[]; choices: { rule: string }[] };
		expect(printed.metric).toBe('nDCG@10');
		// 5 x 3, and the system as set (k = 60), which is not on the grid.
		expect(printed.points).toHaveLength(16);
		expect(printed.choices.map(({ rule }) => rule)).toEqual(['best', 'one-error']);
		expect(readFileSync(join(folder, 'sweep.json'), 'utf8')).toBe(stdout);
	});

	test.each([
		[['--grid', 'weights.graf=0:1:0.5'], 'nothing called "weights.graf"'],
		[['--grid', 'weights.fts=0:1'], "can't be read"],
		[[], "required option '--grid"],
		[['--grid', 'k=1,2', '--metric', 'nDCG@10,MRR'], 'takes one metric'],
		[['--grid', 'k=1,2', '--retriever', 'fts'], 'no option "legs"'],
	])('%j is refused, in words', (flags, message) => {
		const { code, stderr } = runBench(['sweep', ...system, ...flags], folder);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});
});
