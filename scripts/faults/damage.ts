import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';
import { mutated } from './mutate.ts';
import { type FaultKind, saidWrong } from './trial.ts';

const FILES = ['manifest.json', 'scores.jsonl', 'summary.json', 'timings.json', 'run.trec'];
const COMMANDS = [
	['show', 'b', '--json'],
	['compare', 'a', 'b', '--json', '--resamples', '200'],
	['gate', '--baseline', 'a', '--candidate', 'b', '--metric', 'MRR=0.5', '--resamples', '200'],
	['pool', 'a', 'b', '--out', '/dev/null', '--json'],
];

/** A file of a run folder is damaged: what reads it says so in words, or says what it said before. */
export const damage: FaultKind = {
	name: 'damaged run folders',
	tried: 'show, compare, gate, pool on a changed file',
	short: 120,
	usual: 4000,
	async open() {
		const folder = smallDataset();
		await callBench(['run', '--retriever', 'fts', '--out', 'a'], folder);
		await callBench(['run', '--retriever', 'fts5', '--out', 'b'], folder);
		const whole = new Map<string, string>();
		for (const args of COMMANDS) whole.set(args[0] as string, (await callBench(args, folder)).stdout);
		return {
			async run(stream) {
				const path = join(folder, 'b', FILES[stream.below(FILES.length)] as string);
				const args = COMMANDS[stream.below(COMMANDS.length)] as readonly string[];
				const content = readFileSync(path);
				writeFileSync(path, mutated(content, stream));
				try {
					const { stdout, stderr, code } = await callBench(args, folder);
					if (code === 2) return saidWrong(stdout + stderr);
					return stdout === whole.get(args[0] as string)
						? saidWrong(stderr)
						: `bench ${args[0]} believed ${path}: exit ${code}, another output`;
				} finally {
					writeFileSync(path, content);
				}
			},
			close: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
};
