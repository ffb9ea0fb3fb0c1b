import type { Command } from '@commander-js/extra-typings';
import { doctorView } from '../../harness/report/doctor.ts';
import { examine } from '../examine-machine.ts';
import { addOutputFlags, addResultsFlag } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(addResultsFlag(command))
		.description('Looks at everything a run needs. Exit code 2 where something is broken.')
		.option('--cache-dir <dir>', 'vectors, models and kept legs', 'cache')
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const findings = await examine(flags);
			if (findings.some(({ state }) => state === 'broken')) terminal.exitWith(2);
			terminal.printView(doctorView(findings));
		});
}
