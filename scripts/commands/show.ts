import type { Command } from 'commander';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export function registerShow(program: Command): void {
	const command = program
		.command('show')
		.summary('print a run that was made before')
		.description('Prints what a run folder holds: the system, its metrics per stratum and its latency.')
		.argument('[run...]', 'run folders, or their names under results/', ['latest'])
		.option('--results-dir <dir>', 'run folders', 'results');
	addOutputFlags(command).action(async (names: readonly string[], flags: OutputFlags & { resultsDir: string }) => {
		const terminal = await openTerminal(flags);
		const { readRun } = await import('../../harness/results/read.ts');
		const runs = names.map((name) => readRun(name, flags.resultsDir));
		if (terminal.json) {
			const { runsToJson } = await import('../../harness/report/run-json.ts');
			terminal.printJson(runsToJson(runs));
			return;
		}
		const { renderRuns } = await import('../../harness/report/run.ts');
		const { renderManifest } = await import('../../harness/report/manifest.ts');
		for (const run of runs) terminal.print(`${renderManifest(run)}\n`);
		terminal.print(renderRuns(runs));
	});
}
