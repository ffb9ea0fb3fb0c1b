import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../harness/files/package-root.ts';
import { smallDataset } from './testing/small-dataset.ts';

/** The README's example, run against the built package by its own name. */
const EXAMPLE = `
import { loadDataset, parseMetrics, resolveSystem, runExperiment, silentContext, writeRun, readRun } from 'recall-bench';

const dataset = await loadDataset(process.env.DATASET);
const context = silentContext(dataset, { cacheDirectory: process.env.DATASET + '/../cache' });
const system = await resolveSystem({ retriever: 'fts5', settings: { tokenizer: 'porter' } });
const metrics = parseMetrics(['nDCG@10', 'recall@5']);
const experiment = await runExperiment({ dataset, system, metrics, depth: 100, context });
const folder = writeRun(experiment, { resultsDirectory: process.env.DATASET + '/../results' });
console.log(JSON.stringify(readRun(folder).summary));
`;

it('goes from a dataset to a run folder by import', () => {
	const folder = smallDataset();
	const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', EXAMPLE], {
		cwd: packageRoot(),
		encoding: 'utf8',
		env: { ...process.env, DATASET: join(folder, 'data') },
	});
	const summary = JSON.parse(stdout);
	expect(summary.overall.n).toBe(3);
	expect(summary.overall.metrics['recall@5']).toBeGreaterThan(0.6);
});
