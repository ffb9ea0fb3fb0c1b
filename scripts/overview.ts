import type { Command } from 'commander';
import { BenchError } from '../harness/errors.ts';
import { nearNames } from '../harness/options.ts';
import { COMMAND_GROUPS } from './commands/index.ts';

/** What `bench` alone prints: every command with what it is for and one example. */
export function commandOverview(program: Command): string {
	const width = Math.max(...program.commands.map((command) => command.name().length)) + 2;
	const indent = ' '.repeat(width + 2);
	const commands = [...program.commands];
	const groups = Object.entries(COMMAND_GROUPS).flatMap(([group, entries]) => [
		'',
		group,
		...entries.flatMap(({ example }) => {
			const command = commands.shift() as Command;
			return [`  ${command.name().padEnd(width)}${command.summary() || command.description()}`, `${indent}${example}`];
		}),
	]);
	return [program.description(), ...groups, '', '`bench <command> --help` shows the options of one.', ''].join('\n');
}

export function unknownCommand(name: string, program: Command): BenchError {
	const near = nearNames(
		name,
		program.commands.map((command) => command.name()),
	);
	return new BenchError('usage', `there is no command "${name}"`, {
		hint: near.length > 0 ? `Did you mean bench ${near.join(' or bench ')}?` : 'bench alone shows all of them.',
	});
}
