import { Command, CommanderError, Help } from '@commander-js/extra-typings';
import { toolVersion } from '../harness/files/tool-identity.ts';
import { plainLines } from '../harness/report/formats/plain-text.ts';
import type { CommandEntry } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import type { Io } from './io.ts';
import { commandOverview, unknownCommand } from './overview.ts';
import { printAny } from './print-error.ts';

/**
 * The command line `bench <argv>` with its output going to `io`.
 *
 * @returns the exit code: 0 fine, 1 a gate or a verification failed, 2 wrong use or bad data, 3 an inconclusive gate
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
	try {
		const program = await programFor(argv, io);
		await program.parseAsync(
			argv.filter((word) => word !== DEBUG),
			{ from: 'user' },
		);
		return io.exitCode;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
		printAny(error, io, argv);
		return 2;
	}
}

/** Taken by every command: errors come with their stack traces. */
const DEBUG = '--debug';

/** The program with the flags of the commands that `argv` can mean; those of others are not loaded. */
async function programFor(argv: readonly string[], io: Io): Promise<Command> {
	const program = new Command('bench')
		.description('Retrieval evaluation that never claims more than its numbers carry.')
		.version(toolVersion())
		.showHelpAfterError('(add --help to see how it is used)')
		.exitOverride()
		.configureOutput({
			writeOut: (text) => void io.stdout.write(text),
			writeErr: (text) => void io.stderr.write(plainLines(text)),
			getOutHelpWidth: () => io.stdout.columns ?? 80,
			getErrHelpWidth: () => io.stderr.columns ?? 80,
		});
	// Options that can be given several times begin with an empty list, which is nothing to tell anybody.
	const help = new Help();
	program.configureHelp({
		optionDescription: (option) => help.optionDescription(option).replace(' (default: [])', ''),
	});
	const named = argv.find((word) => !word.startsWith('-'));
	for (const entry of COMMANDS) await addCommand(program, entry, needed(entry, named), io);
	program.allowExcessArguments().action(() => {
		const [unknown] = program.args;
		if (unknown === undefined) io.stdout.write(commandOverview(program.description()));
		else throw unknownCommand(unknown);
	});
	return program;
}

/** Completions and help of everything are made from all commands, a call needs its own. */
function needed({ name, aliases = [] }: CommandEntry, called: string | undefined): boolean {
	return called === name || (called !== undefined && aliases.includes(called)) || called === 'completions';
}

async function addCommand(program: Command, entry: CommandEntry, load: boolean, io: Io): Promise<void> {
	const command = program.command(entry.name).summary(entry.summary);
	for (const alias of entry.aliases ?? []) command.alias(alias);
	if (load) (await entry.load()).define(command as unknown as Command, io);
}
