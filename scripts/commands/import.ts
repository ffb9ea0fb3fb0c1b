import type { Command } from 'commander';
import { addOutputFlags, collect } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

interface ImportFlags extends OutputFlags {
	readonly name: string;
	readonly set: readonly string[];
	readonly dataDir: string;
}

export function registerImport(program: Command): void {
	const command = program
		.command('import <format> [path...]')
		.summary("bring in a dataset of the field's formats")
		.description(
			"Reads a dataset of another format into data/<name>/, with an import.json that tells where it came from.\nEvery line that can't be used is reported. `bench import formats` lists the formats and their options.",
		)
		.option('--name <name>', 'the name of the new dataset')
		.option('--set <key=value>', 'an option of the format; repeatable', collect, [])
		.option('--data-dir <dir>', 'where datasets stand', 'data');
	addOutputFlags(command).action(async (format: string, paths: readonly string[], flags: ImportFlags) => {
		const { importInto, listFormats } = await import('../actions/import-dataset.ts');
		const terminal = await openTerminal(flags);
		if (format === 'formats') listFormats(terminal);
		else await importInto(format, paths, flags, terminal);
	});
}
