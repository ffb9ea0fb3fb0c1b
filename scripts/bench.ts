#!/usr/bin/env node
import { Command, CommanderError, Help } from 'commander';
import { BenchError } from '../harness/errors.ts';
import { toolVersion } from '../harness/tool-identity.ts';
import { COMMAND_GROUPS } from './commands/index.ts';
import { commandOverview, unknownCommand } from './overview.ts';
import { printBug, printError, systemError } from './print-error.ts';

const program = new Command('bench')
	.description('Retrieval evaluation that never claims more than its numbers carry.')
	.version(toolVersion())
	.showHelpAfterError('(add --help to see how it is used)')
	.exitOverride();

// Options that can be given several times begin with an empty list, which is nothing to tell anybody.
const help = new Help();
program.configureHelp({ optionDescription: (option) => help.optionDescription(option).replace(' (default: [])', '') });

for (const { register } of Object.values(COMMAND_GROUPS).flat()) register(program);
program.allowExcessArguments().action(() => {
	const [unknown] = program.args;
	if (unknown === undefined) process.stdout.write(commandOverview(program));
	else throw unknownCommand(unknown, program);
});

process.on('SIGINT', () => {
	process.stderr.write('\ninterrupted: what was written is whole, and the same command goes on from there\n');
	process.exit(130);
});
// A closed pipe (`bench ... | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(0);
	throw error;
});

try {
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
	else {
		const told = error instanceof BenchError ? error : systemError(error);
		if (told === undefined) printBug(error);
		else printError(told);
		// Never 1, which means that a gate failed.
		process.exitCode = 2;
	}
}
