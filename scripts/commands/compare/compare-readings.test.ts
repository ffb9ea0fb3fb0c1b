import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../../testing/call-bench.ts';
import { knownRuns } from '../../testing/known-runs.ts';

let folder = '';

beforeAll(async () => {
	folder = knownRuns({ weak: { exact: 60, multihop: 20 }, strong: { exact: 60, multihop: 45 } });
	for (const name of ['weak', 'strong'])
		expect(
			(await callBench(['import-run', `${name}.trec`, '--out', name, '--metrics', 'recall@10,MRR'], folder)).code,
		).toBe(0);
});

const compare = (...args: readonly string[]) => callBench(['compare', 'weak', 'strong', ...args], folder);
const json = async (...args: readonly string[]) => JSON.parse((await compare('--json', ...args)).stdout);
const firstRow = async (...args: readonly string[]) => (await json(...args)).rows[0];

describe('bench compare: what stands beside the tests', () => {
	it('says what unjudged documents could do, in the overall row of the first metric', async () => {
		const found = await json();
		expect(found.unjudged_unavailable).toBeNull();
		const row = found.rows[0];
		expect(row).toMatchObject({ metric: 'recall@10', stratum: 'overall', verdict: 'win' });
		expect(row.unjudged).toMatchObject({ relevant_only: true, survives_none: true, survives_at_judged_rate: null });
		expect(found.rows.slice(1).every((other: { unjudged: unknown }) => other.unjudged === null)).toBe(true);
	});

	it('goes without them where the dataset is not at hand, and says why', async () => {
		renameSync(join(folder, 'data'), join(folder, 'elsewhere'));
		const { stdout, code } = await compare('--json');
		const there = (await compare('--json', '--data', 'elsewhere')).stdout;
		renameSync(join(folder, 'elsewhere'), join(folder, 'data'));
		expect(code).toBe(0);
		expect(JSON.parse(stdout).unjudged_unavailable).toMatch(/data/);
		expect(JSON.parse(stdout).rows[0].unjudged).toBeNull();
		expect(JSON.parse(there).unjudged_unavailable).toBeNull();
		expect((await json('--no-unjudged')).unjudged_unavailable).toBe('--no-unjudged');
	});

	it('gives the posterior where asked, with its prior, and the region of practical equivalence with a margin', async () => {
		const { bayes, d_z_ci, d_z } = await firstRow('--bayes', '--margin', '0.02');
		expect(bayes.prior).toEqual({ mean: 0, sd: 0.1, bound: 1 });
		expect(bayes.p_below_margin + bayes.p_in_rope + bayes.p_above_margin).toBeCloseTo(1, 10);
		expect(bayes.p_above_margin).toBeGreaterThan(0.99);
		expect(d_z_ci[0]).toBeLessThan(d_z);
		expect(d_z_ci[1]).toBeGreaterThan(d_z);
		expect((await firstRow('--bayes', '0.03')).bayes.prior.sd).toBe(0.03);
		expect((await firstRow()).bayes).toBeUndefined();
		const { stdout } = await compare('--bayes', '--margin', '0.02');
		expect(stdout).toContain('P(|Δ|<=0.02)');
		expect(stdout).toContain('normal about 0 with sd 0.1');
		expect((await compare('--bayes', '-1')).code).toBe(2);
	});
});
