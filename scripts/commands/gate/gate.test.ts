import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { thisMachine } from '../../../harness/files/machine.ts';
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

describe('bench gate', () => {
	const gate = (candidate: string, ...args: readonly string[]) =>
		callBench(['gate', '--baseline', 'strong', '--candidate', candidate, ...args], folder);

	it('passes what is not worse, fails what is, and knows when it can not tell', async () => {
		const limit = ['--metric', 'recall@10', '--max-drop', '0.05'];
		expect(await gate('strong', ...limit)).toMatchObject({ code: 0 });
		const failed = await gate('weak', ...limit);
		expect(failed.code).toBe(1);
		expect(failed.stdout).toContain('gate: fail');
		const open = await gate('weak', '--metric', 'recall@10', '--max-drop', '0.2');
		expect(open.code).toBe(3);
		expect(open.stdout).toContain("120 queries can't tell whether the drop is more than 0.2");
	});

	it('takes an inconclusive outcome as it is told to', async () => {
		const open = ['--metric', 'recall@10', '--max-drop', '0.2', '--on-inconclusive'];
		expect((await gate('weak', ...open, 'pass')).code).toBe(0);
		expect((await gate('weak', ...open, 'fail')).code).toBe(1);
		const warned = await gate('weak', ...open, 'warn');
		expect(warned.code).toBe(0);
		expect(warned.stderr).toContain('inconclusive');
	});

	it('checks strata and floors', async () => {
		expect((await gate('weak', '--metric', 'recall@10/exact=0.01', '--min', 'recall@10=0.5')).code).toBe(0);
		expect((await gate('weak', '--metric', 'recall@10/multihop=0.01')).code).toBe(1);
		const floor = await gate('weak', '--min', 'recall@10/multihop=0.5');
		expect(floor.code).toBe(1);
		expect(floor.stdout).toContain('the mean of 60 queries is 0.3333, below 0.5');
		expect((await gate('weak', '--metric', 'recall@10/multi=0.01')).stderr).toContain('Did you mean multihop');
	});

	it('writes every form of report', async () => {
		const { code, stdout } = await gate(
			'weak',
			...['--metric', 'recall@10', '--max-drop', '0.05', '--report', 'github'],
			...['--report', 'junit=out/gate.xml', '--report', 'markdown=out/gate.md', '--report', 'json=out/gate.json'],
		);
		expect(code).toBe(1);
		expect(stdout).toMatch(/^::error title=bench gate%3A recall@10 drop::the drop is more than 0\.05/);
		const read = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
		expect(read('gate.xml')).toContain('<testcase classname="bench.gate" name="bench gate: recall@10 drop"><failure ');
		expect(read('gate.md')).toMatch(/^### bench gate: weak against strong\n\n\*\*gate: fail /);
		expect(JSON.parse(read('gate.json'))).toMatchObject({
			verdict: 'fail',
			checks: [{ check: 'drop', max_drop: 0.05 }],
		});
	});

	it('takes the smallest decidable drop, and records it', async () => {
		const { stdout, code } = await gate('weak', '--metric', 'recall@10', '--max-drop', 'auto', '--json');
		const { checks, noise } = JSON.parse(stdout);
		expect(checks[0]).toMatchObject({ max_drop_auto: true, verdict: 'fail' });
		expect(checks[0].max_drop).toBeGreaterThan(0.03);
		expect(checks[0].max_drop).toBeLessThan(0.15);
		expect(noise).toEqual({ kind: 'assumed', correlation: 0.9 });
		expect(code).toBe(1);
		expect((await gate('strong', '--metric', 'recall@10=auto')).stdout).toMatch(/drop <= 0\.\d+ \(auto\)/);
	});

	it('plans: which drop can be decided, with what rates, and how many queries a wished limit needs', async () => {
		const plan = (...args: readonly string[]) => callBench(['gate', '--plan', '--baseline', 'strong', ...args], folder);
		const { stdout, code } = await plan('--metric', 'recall@10', '--max-drop', '0.01');
		expect(code).toBe(0);
		expect(stdout).toMatch(/recall@10 +0\.\d+ \(auto\) +\S+ \/ \S+ \/ \S+/);
		expect(stdout).toMatch(/^120 queries can decide a drop of 0\.\d+ in recall@10: /m);
		for (const line of stdout.split('\n').filter((text) => text.startsWith('─')))
			expect(line.length).toBeLessThanOrEqual(100);
		const rows = async (...args: readonly string[]) =>
			JSON.parse((await plan('--metric', 'recall@10=0.01', '--json', ...args)).stdout).rows;
		const [{ limits, decidable_drop }] = await rows();
		expect(limits[0]).toMatchObject({ max_drop: decidable_drop, max_drop_auto: true, queries_needed: 120 });
		expect(limits[0].no_change.pass).toBeGreaterThanOrEqual(0.8);
		expect(limits[0].drop_of_twice_limit.fail).toBeGreaterThanOrEqual(0.8);
		expect(limits[1].queries_needed).toBeGreaterThan(1000);
		expect((await rows('--queries', '1000'))[0].decidable_drop).toBeLessThan(decidable_drop / 2);
		expect((await rows('--against', 'weak'))[0].decidable_drop).toBeGreaterThan(decidable_drop);
		expect((await plan('--candidate', 'weak')).code).toBe(2);
		expect((await plan()).stdout).toMatch(/^MRR +0\./m);
	});

	it('refuses a gate without limits, without baseline, and latencies that were never measured', async () => {
		expect((await gate('weak')).stderr).toContain('has no limit to check');
		expect((await callBench(['gate', '--candidate', 'weak', '--min', 'MRR=0.1'], folder)).stderr).toContain(
			'has no baseline',
		);
		expect((await gate('weak', '--max-latency', 'p95=1.5')).stderr).toContain('no timings');
		expect((await gate('weak', '--metric', 'recall@10')).stderr).toContain('has no limit');
		expect((await gate('weak', '--max-latency', 'p95=2', '--latency-runs', '3')).stderr).toContain(
			'--latency-runs 6 or more',
		);
		expect((await gate('weak', '--min', 'MRR=0.1', '--queries', '9')).stderr).toContain('--queries goes with --plan');
	});

	it('runs the system where there is no candidate, on the data of the baseline', async () => {
		expect((await callBench(['run', '--retriever', 'fts5', '--out', 'base', '--quiet'], folder)).code).toBe(0);
		expect(JSON.parse(readFileSync(join(folder, 'base', 'timings.json'), 'utf8')).machine).toEqual(thisMachine());
		const run = (...args: readonly string[]) =>
			callBench(
				['gate', '--baseline', 'base', '--retriever', 'fts5', '--max-latency', 'p50=1000', '--out', 'now', ...args],
				folder,
			);
		const noted = await run('--metric', 'MRR=0');
		expect(noted.stdout).toContain('gate: pass');
		expect(noted.stdout).toMatch(/latency total p50 +note/);
		expect(noted.stdout).toContain('at different times');
		expect(noted.code).toBe(0);
		expect(existsSync(join(folder, 'now', 'manifest.json'))).toBe(true);
		const timed = await run('--latency-runs', '6');
		expect(timed.stdout).toMatch(/latency total p50 +pass +<= 1000 x .* x \d/);
		expect(timed.code).toBe(0);
	});

	it('notes a latency whose baseline was imported and has no system to run', async () => {
		const { stderr, code } = await gate('weak', '--metric', 'MRR=1', '--max-latency', 'p50=2', '--latency-runs', '6');
		expect(stderr).toContain("can't be measured side by side");
		expect(code).toBe(2);
	});
});
