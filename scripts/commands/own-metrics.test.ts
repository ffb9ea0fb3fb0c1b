import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

// Found in the first k, as recall@k has it for a single relevant document: a figure to hold it against.
const METRIC = `export const half = ({ grades }, k) => grades.slice(0, k).some((grade) => grade >= 1) ? 0.5 : 0;
export const large = () => 2;`;

describe("a metric of one's own", () => {
	const folder = smallDataset();
	writeFileSync(join(folder, 'mine.mjs'), METRIC);
	writeFileSync(join(folder, 'run.trec'), 'q1 Q0 a 1 2 x\nq2 Q0 c 1 2 x\n');
	writeFileSync(join(folder, 'qrels'), 'q1 0 a 1\nq2 0 b 1\n');
	const own = './mine.mjs#half@5';
	const legs = ['--set', 'legs=fts,fts5'];

	it('is computed by eval, in its own tables and as trec_eval prints', async () => {
		const { stdout } = await callBench(
			['eval', 'run.trec', 'qrels', '--metrics', `success@5,${own}`, '--json'],
			folder,
		);
		expect(JSON.stringify(JSON.parse(stdout))).toContain('0.25');
		const trec = await callBench(['eval', 'run.trec', 'qrels', '--metrics', own, '--trec-compat'], folder);
		expect(trec.stdout).toMatch(/mine\.mjs#half@5\s+all\s+0\.2500/);
	});

	it('is computed by ablate, and may be the question', async () => {
		const metrics = ['--metrics', `success@5,${own}`, '--primary', own];
		const { stdout, stderr, code } = await callBench(['ablate', ...legs, ...metrics, '--out', 'ablation'], folder);
		expect(stderr).not.toContain('error:');
		expect(code).toBe(0);
		expect(stdout).toContain(own);
	});

	it('is tuned by sweep', async () => {
		const flags = ['--grid', 'weights.fts=0:2:1', '--folds', '2', '--repeats', '2', '--metric', own, '--json'];
		const { stdout, code } = await callBench(['sweep', ...legs, ...flags], folder);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ metric: own });
	});

	it('that returns anything else is an error that names it', async () => {
		const { stderr, code } = await callBench(['eval', 'run.trec', 'qrels', '--metrics', './mine.mjs#large'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('large() returned 2, not a number from 0 to 1');
	});
});
