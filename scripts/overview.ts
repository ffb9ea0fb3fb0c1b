import { BenchError } from '../harness/errors.ts';
import { nearNames } from '../harness/names.ts';
import { COMMAND_GROUPS, COMMANDS } from './commands/index.ts';

/** The output of `bench` alone: every command with its purpose and one example. */
export function commandOverview(description: string): string {
	const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
	const indent = ' '.repeat(width + 2);
	const groups = Object.entries(COMMAND_GROUPS).flatMap(([group, entries]) => [
		'',
		group,
		...entries.flatMap(({ name, summary, example }) => [`  ${name.padEnd(width)}${summary}`, `${indent}${example}`]),
	]);
	return [description, ...groups, '', '`bench <command> --help` shows the options of one.', ''].join('\n');
}

export function unknownCommand(given: string): BenchError {
	const names = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
	const near = nearNames(given, names);
	return new BenchError('usage', `there is no command "${given}"`, {
		hint: near.length > 0 ? `Did you mean bench ${near.join(' or bench ')}?` : 'bench alone shows all of them.',
	});
}
