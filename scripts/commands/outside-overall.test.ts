import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { conversations } from '../testing/conversations.ts';

describe('a stratum outside overall', () => {
	let folder = '';
	const bench = async (...args: readonly string[]) => callBench(args, folder);
	const mark = (which: (line: Record<string, unknown>, i: number) => boolean): void => {
		const path = join(folder, 'data', 'queries.jsonl');
		const lines = readFileSync(path, 'utf8').trim().split('\n');
		const marked = lines.map((line, i) => {
			const { outside_overall: _, ...query } = JSON.parse(line);
			return JSON.stringify({ ...query, ...(which(query, i) ? { outside_overall: true } : {}) });
		});
		writeFileSync(path, `${marked.join('\n')}\n`);
	};
	beforeAll(async () => {
		folder = conversations(4);
		mark(({ stratum }) => stratum === 'odd');
		for (const [name, sort] of [
			['one', 'relevance'],
			['two', 'importance'],
		] as const)
			await bench(
				'run',
				'--retriever',
				'fts',
				'--set',
				`sort=${sort}`,
				'--out',
				name,
				'--metrics',
				'nDCG@10',
				'--quiet',
			);
	});
	const note = 'overall leaves out odd';

	it('has means of its own, and overall is that of the others', async () => {
		const { overall, strata } = JSON.parse(readFileSync(join(folder, 'one', 'summary.json'), 'utf8'));
		expect(overall).toMatchObject({ n: 12, metrics: strata.even.metrics });
		expect(strata.odd).toMatchObject({ n: 12, outside_overall: true });
		expect((await bench('show', 'one')).stdout).toContain(note);
		expect((await bench('verify', 'one', '--quiet')).code).toBe(0);
	});

	it('is no part of the overall rows of comparisons, gates and power, nor of what is tuned', async () => {
		const compared = await bench('compare', 'one', 'two');
		expect(compared.stdout, compared.stderr).toContain(note);
		const { rows } = JSON.parse((await bench('compare', 'one', 'two', '--json')).stdout);
		const [overall, even, odd] = rows;
		expect([overall.n, even.n, odd.n]).toEqual([12, 12, 12]);
		expect(overall.delta).toBe(even.delta);
		expect(overall.ci).toEqual(even.ci);
		const gate = ['gate', '--baseline', 'one', '--candidate', 'two', '--json', '--metric', 'nDCG@10=0.9'];
		expect(JSON.parse((await bench(...gate)).stdout).checks[0]).toMatchObject({ n: 12, delta: even.delta });
		const sweep = ['sweep', '--set', 'legs=fts,fts5', '--grid', 'weights.fts=0,1', '--folds', '2', '--repeats', '1'];
		expect(JSON.parse((await bench(...sweep, '--json')).stdout).queries).toBe(12);
		const ablate = ['ablate', '--set', 'legs=fts,fts5', '--metrics', 'nDCG@10', '--out', 'ablation', '--json'];
		const { contributions } = JSON.parse((await bench(...ablate)).stdout);
		expect(contributions[0]).toMatchObject({ stratum: 'overall', n: 12 });
	});

	it('is so with all its queries, and survives an export', async () => {
		expect((await bench('export', 'beir', '--out', 'beir')).code).toBe(0);
		expect(readFileSync(join(folder, 'beir', 'scopes.jsonl'), 'utf8')).toContain('"outside_overall":true');
		mark((_, i) => i === 3);
		const { stdout, code } = await bench('data', 'validate');
		expect(code).toBe(2);
		expect(stdout).toContain('outside_overall is another than on line 2');
		mark(({ stratum }) => stratum === 'odd');
	});
});
