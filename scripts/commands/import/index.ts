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
			.argument('<format>', 'the format, hf:<owner>/<name>, ir_datasets:<id>, or "formats" to list them')
			.argument('[path...]', 'files, a folder or a zip, as the format takes them')
			.option('--name <name>', 'the name of the new dataset (one that is fetched by name has one)')
			.option('--set <key=value>', 'an option of the format; repeatable', collect, NO_SETTINGS)
			.option('--scope <how>', 'short for --set scope=...: the scope of a query, where the format has a choice')
			.option('--corrections <file>', 'short for --set corrections=...: corrected evidence (locomo)')
			.option(
				'--max-unpacked <GiB>',
				'what a zip or .gz may unpack to (default: 64, and 100 times its size)',
				readNumber,
			)
			.option('--yes', 'fetch more than 1 GiB without asking')
			.option('--data-dir <dir>', 'where datasets stand', 'data'),
	)
		.description(
			"Reads a dataset of another format into data/<name>/, with an import.json that tells where it came from.\nhf:BeIR/scifact fetches one from the hub (HF_ENDPOINT names a mirror), at a revision that is recorded;\nir_datasets:beir/scifact/test exports one with your own ir_datasets. Every line that can't be used is reported.\n`bench import formats` lists the formats and their options.",
		)
		.action(async (format, paths, flags) => {
			const terminal = await openTerminal(flags, io);
			if (format === 'formats') terminal.printView(formatsView());
			else await importInto(format, paths, flags, terminal);
		});
}
