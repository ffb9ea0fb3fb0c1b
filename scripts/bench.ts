#!/usr/bin/env node
import { Console } from 'node:console';
import { Command, CommanderError, Help } from 'commander';
import { toolVersion } from '../harness/tool-identity.ts';
import { unansweredCalls } from '../retrievers/user-call.ts';
import { COMMAND_GROUPS } from './commands/index.ts';
import { commandOverview, unknownCommand } from './overview.ts';
import { neverAnswered, printAny, printError } from './print-error.ts';

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

// Standard output is for results alone: what a module of the user's logs goes where notes go.
globalThis.console = new Console(process.stderr);

process.on('SIGINT', () => {
	process.stderr.write('\ninterrupted: what was written is whole, and the same command goes on from there\n');
	process.exit(130);
});
// A closed pipe (`bench ... | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(0);
	throw error;
});
// An error that nobody awaited: without this the exit code would be 1, which means that a gate failed.
process.on('uncaughtException', (error) => {
	printAny(error);
	process.exit(2);
});
// Nothing is left to do, and the command has not ended: it waits for a promise that nothing will settle.
process.on('beforeExit', () => {
	if (ended) return;
	printError(neverAnswered(unansweredCalls()));
	process.exit(2);
});

let ended = false;
try {
	await program.parseAsync();
} catch (error) {
	if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
	else {
		printAny(error);
		process.exitCode = 2;
	}
} finally {
	ended = true;
}
