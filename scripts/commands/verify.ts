import type { Command } from '@commander-js/extra-typings';
import { verificationView } from '../../harness/report/runs/verification.ts';
import { readRunManifest } from '../../harness/run/folder/read.ts';
import { verifyRun } from '../../harness/run/folder/verify.ts';
import { addDirectoryFlags, addOutputFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { repeatRun } from '../repeat-run.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(command)
			.option('--data <dir>', 'where the dataset stands now, if it has moved')
			.option(
				'--allow-modules',
				'let modules, commands and addresses that the run folder names be used; a module only where its code is the recorded one',
			),
	)
		.description(
			'Repeats a run from its manifest alone and checks that every deterministic byte agrees.\nExit code 0: verified; 1: something differs.',
		)
		.argument('[run]', 'run folder, or its name under results/', 'latest')
		.action(async (name, flags) => {
			const terminal = await openTerminal(flags, io);
			const run = readRunManifest(name, flags.resultsDir);
			const verification = verifyRun(run, await repeatRun(run.manifest, flags, terminal));
			if (!verification.verified) terminal.exitWith(1);
			terminal.printView(verificationView(run.path, verification));
		});
}
