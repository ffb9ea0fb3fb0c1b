import type { Command } from 'commander';
import type { SensitivePolicy } from '../../harness/contract.ts';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

interface DataFlags extends OutputFlags {
	readonly sensitive: SensitivePolicy;
}

export function registerData(program: Command): void {
	const data = program
		.command('data')
		.summary('describe or check a dataset')
		.description('Describes or checks a dataset.');
	addDataFlags(data.command('stats [dir]'))
		.summary('what a dataset is like')
		.description(
			'Counts per stratum, relevant documents per query, lengths, lexical overlap of queries and their relevant documents, grades, duplicates. Shows no text of documents or queries.',
		)
		.action(async (dir: string | undefined, flags: DataFlags) => {
			const { describeDataset } = await import('../../harness/datasets/describe.ts');
			const { loadDataset } = await import('../../harness/datasets/load.ts');
			const terminal = await openTerminal(flags);
			const directory = await findDirectory(dir, terminal.note);
			const dataset = await loadDataset(directory, { sensitive: flags.sensitive, note: terminal.note });
			const stats = describeDataset(dataset);
			if (terminal.json) {
				const { datasetStatsToJson } = await import('../../harness/report/dataset-json.ts');
				return terminal.printJson(datasetStatsToJson(stats));
			}
			const { renderDatasetStats } = await import('../../harness/report/dataset.ts');
			terminal.print(renderDatasetStats(stats));
		});
	addDataFlags(data.command('validate [dir]'))
		.summary('every problem of a dataset, with file:line')
		.description('Prints every error and warning of a dataset with file:line. Exits 2 when there is an error.')
		.action(async (dir: string | undefined, flags: DataFlags) => {
			const { validateDataset } = await import('../../harness/datasets/validate.ts');
			const terminal = await openTerminal(flags);
			const validation = await validateDataset(await findDirectory(dir, terminal.note), flags.sensitive);
			if (validation.errors.length > 0) process.exitCode = 2;
			if (terminal.json) {
				const { validationToJson } = await import('../../harness/report/dataset-json.ts');
				return terminal.printJson(validationToJson(validation));
			}
			const { renderValidation } = await import('../../harness/report/dataset.ts');
			terminal.print(renderValidation(validation));
		});
}

function addDataFlags(command: Command): Command {
	const choices: readonly SensitivePolicy[] = ['leave-out', 'lexical-only'];
	return addOutputFlags(
		command.addOption(
			command
				.createOption('--sensitive <policy>', 'sensitive documents: leave-out, or lexical-only (kept, never embedded)')
				.choices(choices)
				.default('leave-out'),
		),
	);
}

async function findDirectory(dir: string | undefined, note: (message: string) => void): Promise<string> {
	const { resolveDataset } = await import('../../harness/datasets/resolve.ts');
	const { directory, chosen } = resolveDataset(dir);
	if (dir === undefined) note(chosen === 'sample' ? `no data/corpus.jsonl here: the sample, ${directory}` : directory);
	return directory;
}
