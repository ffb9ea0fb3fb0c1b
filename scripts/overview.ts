import type { Command } from 'commander';
import { BenchError } from '../harness/errors.ts';
import { nearNames } from '../harness/options.ts';
import { COMMANDS } from './commands/index.ts';

/** What `bench` alone prints: every command with one example. */
export function commandOverview(program: Command): string {
	const entries = program.commands.map((command, i) => ({
		summary: command.summary() || command.description(),
		example: (COMMANDS[i] as { example: string }).example,
	}));
	const width = Math.max(...entries.map(({ example }) => example.length));
	const lines = entries.map(({ example, summary }) => `  ${example.padEnd(width)}  ${summary}`);
	return [
		program.description(),
		'',
		...lines,
		'',
		'`bench <command> --help` shows the options of one. Every command takes --json, --quiet and --no-color.',
		'',
	].join('\n');
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
