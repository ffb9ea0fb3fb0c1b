import { beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { knownRuns } from '../testing/known-runs.ts';

let folder = '';

beforeAll(async () => {
	folder = knownRuns({ weak: { exact: 60, multihop: 20 }, strong: { exact: 60, multihop: 45 } });
	for (const name of ['weak', 'strong'])
		expect(
			(await callBench(['import-run', `${name}.trec`, '--out', name, '--metrics', 'recall@10'], folder)).code,
		).toBe(0);
});

const power = (...args: readonly string[]) => callBench(['power', ...args], folder);

describe('bench power', () => {
	it('says what a run of this size can show, and on what assumption', async () => {
		const { stdout, code } = await power('weak');
		expect(code).toBe(0);
		expect(stdout).toMatch(
			/^120 queries find a true difference of 0\.\d{4} in recall@10 overall with 80 % power; 0\.02 takes/,
		);
		expect(stdout).toMatch(/recall@10 +exact +secondary +60 +0\.0000 +-0\.\d{4}/);
		expect(stdout).toContain('two systems correlate by 0.5');
		expect(stdout).not.toContain('±0.02');
		expect((await power('weak', '--details')).stdout).toContain('±0.02');
	});

	it('takes the deltas from a second run, named in either way', async () => {
		const seen = await power('weak', '--against', 'strong', '--json', '--deltas', '0.1');
		const { rows, options, against } = JSON.parse(seen.stdout);
		expect(against).toBe('strong');
		expect(options.correlation).toBeNull();
		expect(rows[0]).toMatchObject({ metric: 'recall@10', stratum: 'overall', family: 'primary', n: 120 });
		// Gains alone were seen: with a true .1 of them, sd .3, the t formula says 73, and the floor on the variance asks more.
		expect(rows[0].queries_for_margin[0].margin).toBe(0.1);
		expect(rows[0].queries_for_margin[0].queries).toBeGreaterThan(73);
		expect(rows[0].queries_for_margin[0].queries).toBeLessThan(125);
		expect((await power('weak', 'strong', '--json', '--deltas', '0.1')).stdout).toBe(seen.stdout);
	});

	it('plans a dataset that is not built yet', async () => {
		const { stdout, code } = await power('--plan', '--sd', '0.3', '--deltas', '0.05', '--strata-count', '3');
		expect(code).toBe(0);
		expect(stdout).toMatch(/^To find a true difference of 0\.05 with 80 % power takes 285 queries\./);
		expect(stdout).toMatch(/0\.3000 +overall +0\.05 +285 +\d+/);
		expect(stdout).toMatch(/0\.3000 +each stratum +0\.0167 +\d+/);
		const { rows } = JSON.parse((await power('--plan', '--json')).stdout);
		expect(rows.map(({ sd }: { sd: number }) => sd)).toEqual([0.148, 0.316, 0.447]);
	});

	it('refuses what makes no sense', async () => {
		expect((await power()).stderr).toContain('bench power needs a run');
		expect((await power('weak', '--sd', '0.1')).stderr).toContain('--sd is assumed where there is no run');
		expect((await power('--plan', '--sd', '0')).stderr).toContain('an sd is above 0');
		expect((await power('--plan', '--strata-count', '0')).stderr).toContain('--strata-count is 1 or more');
	});
});
