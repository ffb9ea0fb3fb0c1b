import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { conversations } from '../testing/conversations.ts';

describe('queries that come in conversations', () => {
	let folder = '';
	const bench = async (...args: readonly string[]) => callBench(args, folder);
	beforeAll(async () => {
		folder = conversations(7);
		const metrics = ['--metrics', 'nDCG@10', '--quiet'];
		await bench('run', '--retriever', 'fts', '--set', 'sort=importance', '--out', 'fts', ...metrics);
		await bench('run', '--retriever', 'fts5', '--out', 'fts5', ...metrics);
	});
	const CLUSTERED = /Clustered by scope: 42 queries of nDCG@10 overall in 7 clusters/;
	const OFF = 'NOT CLUSTERED (--cluster none)';
	const legs = ['--set', 'legs=fts,fts5', '--metrics', 'nDCG@10', '--quiet'];
	const grid = ['--grid', 'weights.fts=0,1,2', '--folds', '3', '--repeats', '2'];
	const retest = ['retest', 'fts5', '--base', 'fts', '--weights', '0.5,1', '--folds', '3', '--repeats', '2'];

	it.each([
		['compare', ['compare', 'fts', 'fts5']],
		['gate', ['gate', '--baseline', 'fts', '--candidate', 'fts5', '--metric', 'nDCG@10=0.9']],
		['ablate', ['ablate', ...legs, '--out', 'ablation']],
		['sweep', ['sweep', ...legs, ...grid]],
		['retest', [...retest, '--placebos', '1', '--out', 'retest', '--quiet']],
		['retest of an option', ['retest', 'weights.fts=0', ...legs]],
	])('bench %s says how they are clustered, and that they are not', async (command, args) => {
		const { stdout, stderr } = await bench(...args);
		expect(stdout, stderr).toMatch(CLUSTERED);
		if (command === 'ablate' || command === 'retest') return;
		expect((await bench(...args, '--cluster', 'none')).stdout).toContain(OFF);
		const by = await bench(...args, '--cluster', 'spaeker');
		expect(by.code).toBe(2);
		expect(by.stderr).toContain('speaker?');
	});

	it('a field of two values is two clusters, with which nothing can be claimed', async () => {
		const args = [
			'gate',
			'--baseline',
			'fts',
			'--candidate',
			'fts5',
			'--metric',
			'nDCG@10=0.9',
			'--cluster',
			'speaker',
		];
		const { stdout, code } = await bench(...args);
		expect(code).toBe(3);
		expect(stdout).toContain('2 clusters reach no p below 0.5, and the level is 0.05');
		expect(stdout).toContain('more clusters are needed, not more queries');
		expect((await bench('sweep', ...legs, ...grid, '--cluster', 'speaker')).stderr).toContain(
			'2 clusters, which are too few for 3 folds',
		);
	});

	it('a plan counts conversations', async () => {
		const plan = async (...args: readonly string[]) =>
			JSON.parse(
				(await bench('gate', '--plan', '--baseline', 'fts', '--metric', 'nDCG@10=0.2', '--json', ...args)).stdout,
			).rows[0];
		const clustered = await plan('--against', 'fts5');
		expect(clustered).toMatchObject({ n: 42, clusters: 7 });
		for (const { queries_needed: queries, clusters_needed: clusters } of clustered.limits)
			expect(queries).toBe(clusters * 6);
		const text = (await bench('gate', '--plan', '--baseline', 'fts', '--metric', 'nDCG@10')).stdout;
		for (const line of text.split('\n').filter((row) => row.startsWith('─')))
			expect(line.length).toBeLessThanOrEqual(100);
		expect(text).toContain('Queries come in 7 clusters (by scope), which are the units here');
		expect(text).toContain('More clusters are needed, not more queries in each.');
	});

	it('power takes conversations as its units', async () => {
		const { stdout } = await bench('power', 'fts', '--deltas', '0.2', '--json');
		const [row] = JSON.parse(stdout).rows;
		expect(row).toMatchObject({ n: 42, clusters: 7 });
		for (const { queries, clusters } of row.queries_for_margin) expect(queries).toBe(clusters * 6);
	});

	it('a run from elsewhere may not rank what another conversation holds', async () => {
		const lines = ['q0_0 Q0 0_0 1 2.0 x', 'q0_0 Q0 3_1 2 1.0 x', ''];
		writeFileSync(join(folder, 'other.trec'), lines.join('\n'));
		const { stderr, code } = await bench('import-run', 'other.trec');
		expect(stderr).toContain('other.trec:2: document 3_1 is not in the store of query q0_0');
		expect(code).toBe(2);
		expect((await bench('import-run', 'other.trec', '--scopes', 'shared', '--out', 'pooled')).code).toBe(0);
		const compared = await bench('compare', 'fts5', 'pooled', '--metrics', 'nDCG@10');
		expect(compared.stderr).toContain('SCOPES DIFFER');
	});

	it('agree takes conversations as what was sampled where it knows them', async () => {
		cpSync(join(folder, 'data', 'qrels.jsonl'), join(folder, 'other.jsonl'));
		const judges = ['agree', 'data', 'other.jsonl'];
		expect((await bench(...judges)).stdout).toContain('The 42 queries come in 7 clusters (by scope)');
		expect((await bench(...judges, '--cluster', 'none')).stdout).not.toContain('clusters');
		const runs = await bench(...judges, '--runs', 'fts', 'fts5');
		expect(runs.stdout, runs.stderr).toMatch(CLUSTERED);
		const unknown = await bench('agree', 'other.jsonl', 'other.jsonl', '--cluster', 'speaker');
		expect(unknown.stderr).toContain('nothing says which queries belong together');
	});
});
