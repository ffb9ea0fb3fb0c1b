import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readRun } from '../../../harness/run/folder/read.ts';
import { smallPool, writeJudgments } from '../../testing/judged-pool.ts';
import { startBench } from '../../testing/start-bench.ts';
import { largeFolder } from '../large-folder.ts';
import { contentBelow, copyOf, type KillScenario, type KillWork, killByTime } from './scenario.ts';

interface TimedCommand {
	readonly args: readonly string[];
	readonly template: string;
	result(folder: string): string;
	afterKill?(folder: string): string | undefined;
}

/** Work of this machine alone: killed at a share of the time that it takes. */
async function timed({ args, template, result, afterKill }: TimedCommand): Promise<KillWork> {
	const trial = copyOf(template);
	const started = performance.now();
	await startBench(args, trial).outcome;
	const usual = performance.now() - started;
	rmSync(trial, { recursive: true, force: true });
	return {
		fresh: () => copyOf(template),
		start(folder, kill) {
			const running = startBench(args, folder);
			if (kill !== undefined) killByTime(running.process, usual, kill);
			return running;
		},
		result,
		...(afterKill === undefined ? {} : { afterKill }),
		close: () => rmSync(template, { recursive: true, force: true }),
	};
}

const scoresOf = (folder: string, run: string): string => JSON.stringify(readRun(join(folder, run)).scores);

export const killedRun: KillScenario = {
	name: 'run --out over an earlier run',
	async open() {
		const template = largeFolder();
		const args = ['run', '--retriever', 'fts5', '--out', 'kept'];
		await startBench(args, template).outcome;
		const expected = scoresOf(template, 'kept');
		return timed({
			args,
			template,
			result: (folder) => scoresOf(folder, 'kept'),
			afterKill: (folder) => (scoresOf(folder, 'kept') === expected ? undefined : 'the earlier run is not what it was'),
		});
	},
};

export const killedAblation: KillScenario = {
	name: 'ablate --out',
	open: () =>
		timed({
			args: ['ablate', '--set', 'legs=fts,fts5', '--out', 'taken-apart'],
			template: largeFolder(),
			result: (folder) => readFileSync(join(folder, 'taken-apart', 'ablation.json'), 'utf8'),
		}),
};

export const killedImport: KillScenario = {
	name: 'import',
	open: () =>
		timed({
			args: ['import', 'tsv', 'docs.tsv', 'queries.tsv', 'qrels.tsv', '--name', 'mine', '--data-dir', 'sets'],
			template: largeFolder(),
			result: (folder) => contentBelow(join(folder, 'sets'), (path) => path.endsWith('import.json')),
		}),
};

export const killedMerge: KillScenario = {
	name: 'merge-judgments --dataset',
	async open() {
		const template = await smallPool('--known', 'ask');
		writeJudgments(template, 'anna', (_, i) => i % 3);
		writeJudgments(template, 'ben', (_, i) => (i + 1) % 3);
		return timed({
			args: ['merge-judgments', 'anna.judgments.jsonl', 'ben.judgments.jsonl', '--dataset', 'merged'],
			template,
			result: (folder) => contentBelow(join(folder, 'merged')),
		});
	},
};
