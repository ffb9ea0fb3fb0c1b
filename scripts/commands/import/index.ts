import type { Command } from '@commander-js/extra-typings';
import { addOutputFlags, collect, readNumber } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openTerminal } from '../../terminal.ts';
import { formatsView } from './formats-view.ts';
import { importInto } from './import-into.ts';

const NO_SETTINGS: readonly string[] = [];

export function define(command: Command, io: Io): void {
	addOutputFlags(
		command
			.argument('<format>', 'the format, or "formats" to list them')
			.argument('[path...]', 'files, a folder or a zip, as the format takes them')
			.option('--name <name>', 'the name of the new dataset')
			.option('--set <key=value>', 'an option of the format; repeatable', collect, NO_SETTINGS)
			.option('--scope <how>', 'short for --set scope=...: the scope of a query, where the format has a choice')
			.option('--corrections <file>', 'short for --set corrections=...: corrected evidence (locomo)')
			.option(
				'--max-unpacked <GiB>',
				'what a zip or .gz may unpack to (default: 64, and 100 times its size)',
				readNumber,
			)
			.option('--data-dir <dir>', 'where datasets stand', 'data'),
	)
		.description(
			"Reads a dataset of another format into data/<name>/, with an import.json that tells where it came from.\nEvery line that can't be used is reported. `bench import formats` lists the formats and their options.",
		)
		.action(async (format, paths, flags) => {
			const terminal = await openTerminal(flags, io);
			if (format === 'formats') terminal.printView(formatsView());
			else await importInto(format, paths, flags, terminal);
		});
}
