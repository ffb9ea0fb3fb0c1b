import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callBench } from '../testing/call-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';
import { filesBelow } from './kills/scenario.ts';
import { mutated } from './mutate.ts';
import { type FaultKind, saidWrong } from './trial.ts';

/** What reads the run `b`. */
const COMMANDS: readonly (readonly string[])[] = [
	['show', 'b', '--json'],
	['compare', 'a', 'b', '--json', '--resamples', '200'],
	['gate', '--baseline', 'a', '--candidate', 'b', '--metric', 'MRR=0.5', '--resamples', '200'],
	['pool', 'a', 'b', '--out', 'made.jsonl', '--json'],
	['losses', 'b', '--json'],
	['explain', 'b', 'q3', '--json'],
	['diff', 'a', 'b', '--json'],
	['diff', 'a', 'b', '--unjudged', '--json'],
	['power', 'b', '--json'],
	['history', 'b', '--results-dir', '.', '--json'],
	['runs', '--results-dir', '.', '--json'],
	['verify', 'b', '--json'],
	['report', 'a', 'b', '--out', 'made.html', '--json'],
	['audit-data', 'a', 'b', '--json'],
];
/** These look at every folder, pass over what can't be read, and say so. */
const PASSES_OVER = new Set(['runs', 'history', 'verify']);

/** A file of a run folder is damaged: what reads it says so in words, or says what it said before. */
export const damage: FaultKind = {
	name: 'damaged run folders',
	tried: `${COMMANDS.length} commands on a changed file of a run`,
	short: 100,
	usual: 4000,
	async open() {
		const folder = smallDataset();
		const hybrid = ['--retriever', 'hybrid', '--set', 'legs=fts,fts5'];
		await callBench(['run', '--retriever', 'fts', '--out', 'a'], folder);
		await callBench(['run', ...hybrid, '--out', 'b'], folder);
		const files = filesBelow(join(folder, 'b')).map((path) => join('b', path));
		const clear = (): void => {
			for (const name of ['made.jsonl', 'made.html']) rmSync(join(folder, name), { force: true });
		};
		const whole = new Map<readonly string[], string>();
		for (const args of COMMANDS) {
			const { stdout, stderr, code } = await callBench(args, folder);
			if (code === 2) throw new Error(`bench ${args.join(' ')} does not work at all: ${stderr}`);
			whole.set(args, stdout);
			clear();
		}
		return {
			async run(stream) {
				const path = join(folder, files[stream.below(files.length)] as string);
				const args = COMMANDS[stream.below(COMMANDS.length)] as readonly string[];
				const content = readFileSync(path);
				writeFileSync(path, mutated(content, stream));
				try {
					const { stdout, stderr, code } = await callBench(args, folder);
					const call = `bench ${args.join(' ')} on ${path}`;
					const wrong = saidWrong(stdout + stderr);
					if (wrong !== undefined) return `${call}: ${wrong}`;
					if (![0, 1, 2, 3].includes(code ?? -1)) return `${call}: exit ${code}`;
					if (code === 2 || stdout === whole.get(args)) return undefined;
					// Fewer runs, and a word about the one that is missing; or a verification that did not hold.
					if (PASSES_OVER.has(args[0] as string) && (stderr.includes('warning') || code === 1)) return undefined;
					return `${call}: believed, exit ${code}, another output`;
				} finally {
					writeFileSync(path, content);
					clear();
				}
			},
			close: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
};
