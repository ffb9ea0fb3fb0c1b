import type { Command } from '@commander-js/extra-typings';
import { runsView } from '../../harness/report/runs/run.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { addOutputFlags, addResultsFlag } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(addResultsFlag(command))
		.description('Prints what a run folder holds: the system, its metrics per stratum and its latency.')
		.argument('[run...]', 'run folders, or their names under results/', ['latest'])
		.action(async (names, flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(
				runsView(
					names.map((name) => readRun(name, flags.resultsDir)),
					{ manifests: true },
				),
			);
		});
}
