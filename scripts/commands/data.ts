import { type Command, Option } from '@commander-js/extra-typings';
import { describeDataset } from '../../harness/datasets/describe.ts';
import { loadDataset } from '../../harness/datasets/load.ts';
import { resolveDataset } from '../../harness/datasets/resolve.ts';
import { validateDataset } from '../../harness/datasets/validate.ts';
import { datasetView } from '../../harness/report/datasets/dataset.ts';
import { validationView } from '../../harness/report/datasets/validation.ts';
import { addOutputFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	command.description('Describes or checks a dataset.');
	addOutputFlags(command.command('stats').argument('[dir]', DATASET).addOption(sensitiveOption()))
		.summary('what a dataset is like')
		.description(
			'Counts per stratum, relevant documents per query, lengths, lexical overlap of queries and their relevant documents, grades, duplicates. Shows no text of documents or queries.',
		)
		.action(async (dir, flags) => {
			const terminal = await openTerminal(flags, io);
			const directory = findDirectory(dir, terminal.note);
			const dataset = await loadDataset(directory, { sensitive: flags.sensitive, note: terminal.note });
			terminal.printView(datasetView(describeDataset(dataset)));
		});
	addOutputFlags(command.command('validate').argument('[dir]', DATASET).addOption(sensitiveOption()))
		.summary('every problem of a dataset, with file:line')
		.description('Prints every error and warning of a dataset with file:line. Exits 2 when there is an error.')
		.action(async (dir, flags) => {
			const terminal = await openTerminal(flags, io);
			const validation = await validateDataset(findDirectory(dir, terminal.note), flags.sensitive);
			if (validation.errors.length > 0) terminal.exitWith(2);
			terminal.printView(validationView(validation));
		});
}

const DATASET = 'a folder, or a name under data/ (default: data/ itself, else the sample)';

function sensitiveOption() {
	return new Option('--sensitive <policy>', 'sensitive documents: leave-out, or lexical-only (kept, never embedded)')
		.choices(['leave-out', 'lexical-only'] as const)
		.default('leave-out' as const);
}

function findDirectory(dir: string | undefined, note: (message: string) => void): string {
	const { directory, chosen } = resolveDataset(dir);
	if (dir === undefined) note(chosen === 'sample' ? `no data/corpus.jsonl here: the sample, ${directory}` : directory);
	return directory;
}
