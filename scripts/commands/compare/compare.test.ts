import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../../testing/call-bench.ts';
import { knownRuns } from '../../testing/known-runs.ts';

let folder = '';

beforeAll(async () => {
	folder = knownRuns({
		weak: { exact: 60, multihop: 20 },
		strong: { exact: 60, multihop: 45 },
		slight: { exact: 60, multihop: 22 },
	});
	for (const name of ['weak', 'strong', 'slight'])
		expect(
			(await callBench(['import-run', `${name}.trec`, '--out', name, '--metrics', 'recall@10,MRR'], folder)).code,
		).toBe(0);
});

interface JsonRow {
	readonly metric: string;
	readonly stratum: string;
	readonly challenger: string;
	readonly verdict: string;
	readonly delta: number;
	readonly mde: { readonly delta: number | null } | null;
}
const rowsOf = (stdout: string): readonly JsonRow[] => JSON.parse(stdout).rows;

describe('bench import-run', () => {
	it('scores against a dataset, by stratum', async () => {
		const { stdout, code } = await callBench(['show', 'weak'], folder);
		expect(code).toBe(0);
		expect(stdout).toMatch(/multihop +60 +weak +0\.3333/);
	});

	it('scores against qrels alone, and says what is not answered', async () => {
		const qrels = ['exact_0 0 d_exact_0 1', 'exact_59 0 d_exact_59 2', 'other 0 d_exact_1 1'];
		writeFileSync(join(folder, 'qrels.txt'), `${qrels.join('\n')}\n`);
		const args = ['import-run', 'weak.trec', '--qrels', 'qrels.txt', '--out', 'again', '--json', '--name', 'w'];
		const { stdout, code } = await callBench(args, folder);
		expect(code).toBe(0);
		const { manifest, summary, unanswered, unknown_queries } = JSON.parse(stdout);
		expect(manifest.system).toMatchObject({ name: 'w', plugin: 'import', facts: { file: 'weak.trec', tag: 'weak' } });
		expect(summary.overall).toMatchObject({ n: 3, metrics: { 'recall@10': 2 / 3 } });
		expect([unanswered, unknown_queries]).toEqual([1, 118]);
		expect((await callBench(['compare', 'weak', 'again'], folder)).stderr).toContain(
			'queries only in the second: other',
		);
	});

	it('refuses documents and queries that the dataset does not have, and says which', async () => {
		const importOf = async (line: string) => {
			writeFileSync(join(folder, 'odd.trec'), `${line}\n`);
			return callBench(['import-run', 'odd.trec', '--out', 'odd'], folder);
		};
		const documents = await importOf('exact_1 Q0 elsewhere 1 1.0 odd');
		expect(documents.code).toBe(2);
		expect(documents.stderr).toContain('odd.trec has document elsewhere (query exact_1)');
		expect((await importOf('nobody Q0 d_exact_1 1 1.0 odd')).stderr).toContain('no query of odd.trec is in data');
		expect((await callBench(['import-run', 'weak.trec', '--qrels', 'q', '--strata', 'exact'], folder)).code).toBe(2);
	});
});

describe('bench compare', () => {
	it('prints a verdict per stratum and the rule behind it', async () => {
		const { stdout, code } = await callBench(['compare', 'weak', 'strong', '--metrics', 'recall@10'], folder);
		expect(code).toBe(0);
		expect(stdout).toMatch(/overall +120 +win +\+0\.2083/);
		expect(stdout).toMatch(/exact\^= +60 +[a-z]+ +\+0\.0000/);
		expect(stdout).toMatch(/multihop +60 +win +\+0\.4167/);
		expect(stdout).toContain('a win is impossible here');
		expect(stdout).toContain('a true share of moved queries up to about 3/n is compatible (4.9 % of 60)');
		expect(stdout.split('\n')[0]).toMatch(
			/^strong beats weak on recall@10 overall \(\+0\.2083, 95 % .*\); also on multihop/,
		);
	});

	it('prints one JSON object with a verdict in every row', async () => {
		const { stdout, stderr, code } = await callBench(['compare', 'weak', 'slight', '--json'], folder);
		expect(code).toBe(0);
		expect(stderr).toBe('');
		const rows = rowsOf(stdout);
		expect(rows).toHaveLength(6);
		expect(rows[0]).toMatchObject({ metric: 'recall@10', stratum: 'overall', verdict: 'inconclusive' });
		expect(rows[0]?.mde?.delta).toBeGreaterThan(rows[0]?.delta ?? 1);
		expect(rows.every(({ verdict }) => ['win', 'loss', 'equivalent', 'inconclusive'].includes(verdict))).toBe(true);
	});

	it('says the same again, byte for byte', async () => {
		const say = async () => (await callBench(['compare', 'weak', 'slight', '--json'], folder)).stdout;
		expect(await say()).toBe(await say());
	});

	it('shows several challengers under each other, and each row of them with --details', async () => {
		const args = ['compare', 'weak', 'strong', 'slight', '--metrics', 'MRR'];
		const { stdout } = await callBench(args, folder);
		expect(stdout).toMatch(/MRR +multihop +strong +60 +win +\+0\.4167/);
		expect(stdout).toMatch(/MRR +multihop +slight +60 +inconclusive +\+0\.0333/);
		expect(stdout).not.toContain('one family over all challengers');
		const details = (await callBench([...args, '--details'], folder)).stdout;
		expect(details).toContain('one family over all challengers (holm)');
		expect(details).toMatch(/MRR +multihop +slight +secondary +60 +inconclusive/);
		expect(details).toMatch(/MRR +multihop +slight +0\.3333 +0\.3667 .* 2 +58 +0/);
	});

	it('fits a terminal of 80 columns, and says what it left out', async () => {
		const lines = async (columns: number): Promise<readonly string[]> =>
			(await callBench(['compare', 'weak', 'strong', 'slight'], folder, {}, { columns })).stdout.split('\n');
		for (const columns of [80, 100])
			for (const line of (await lines(columns)).filter((text) => text.startsWith('─')))
				expect(line.length).toBeLessThanOrEqual(columns);
		expect((await lines(80)).join('\n')).toContain('not shown at 80 columns: p');
	});

	it('answers the question that it was asked', async () => {
		const args = ['compare', 'weak', 'strong', '--primary', 'MRR/multihop', '--strata', 'multihop', '--json'];
		const { stdout, code } = await callBench(args, folder);
		expect(code).toBe(0);
		const printed = JSON.parse(stdout);
		expect(printed.answer).toMatch(/^strong beats weak on MRR multihop/);
		expect(printed.question).toMatchObject({
			primary: { metric: 'MRR', stratum: 'multihop', chosen_by: 'user' },
			strata: { asked: ['multihop'], chosen_by: 'user' },
			metrics: { asked: ['recall@10', 'MRR'], chosen_by: 'default' },
		});
		expect(
			printed.rows.map(({ metric, stratum, role }: Record<string, string>) => `${metric} ${stratum} ${role}`),
		).toEqual([
			'recall@10 overall secondary',
			'recall@10 exact exploratory',
			'recall@10 multihop secondary',
			'MRR overall secondary',
			'MRR exact exploratory',
			'MRR multihop primary',
		]);
		const near = await callBench(['compare', 'weak', 'strong', '--primary', 'MRR/multi'], folder);
		expect(near.code).toBe(2);
		expect(near.stderr).toContain('Did you mean multihop');
	});

	it('compares all pairs, in letters and one sentence', async () => {
		const { stdout, code } = await callBench(
			['compare', 'weak', 'strong', 'slight', '--all-pairs', '--metrics', 'MRR'],
			folder,
		);
		expect(code).toBe(0);
		expect(stdout.split('\n')[0]).toBe(
			'On MRR overall slight and weak are not told apart; strong beats slight and weak.',
		);
		expect(stdout).toMatch(/MRR +overall +0\.8750 a +0\.6833 b +0\.6667 b/);
		const details = (await callBench(['compare', 'weak', 'strong', 'slight', '--all-pairs', '--details'], folder))
			.stdout;
		expect(details).toMatch(/overall +slight - strong +primary +120 +loss/);
	});

	it('lists what moved, and writes Markdown', async () => {
		const { stdout, stderr } = await callBench(
			['compare', 'weak', 'slight', '--by-query', '3', '--metrics', 'MRR', '--report', 'markdown=report/c.md'],
			folder,
		);
		expect(stdout).toMatch(/multihop_20 +multihop +0\.0000 +1\.0000 +\+1\.0000/);
		expect(stderr).toContain('report/c.md');
		expect(readFileSync(join(folder, 'report', 'c.md'), 'utf8')).toContain(
			'| MRR | overall | 120 | **inconclusive** |',
		);
	});

	it('refuses what can not be compared or is misspelt', async () => {
		expect(await callBench(['compare', 'weak', 'nothing'], folder)).toMatchObject({ code: 2, stdout: '' });
		const form = await callBench(['compare', 'weak', 'slight', '--report', 'markdwon'], folder);
		expect(form.code).toBe(2);
		expect(form.stderr).toContain('Did you mean markdown');
		expect((await callBench(['compare', 'weak', 'slight', '--ci', 'wide'], folder)).code).toBe(2);
		expect((await callBench(['compare', 'weak', 'slight', '--metrics', 'AP'], folder)).stderr).toContain(
			'was not scored on AP',
		);
		expect((await callBench(['compare', 'weak', 'slight', '--margin', '-1'], folder)).stderr).toContain(
			'a margin is above 0',
		);
	});
});
