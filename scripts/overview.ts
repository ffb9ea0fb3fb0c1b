import type { Command } from 'commander';
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
