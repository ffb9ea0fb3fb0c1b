import type { Command } from 'commander';
import type { SensitivePolicy } from '../../harness/contract.ts';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

interface ExportFlags extends OutputFlags {
	readonly data?: string;
	readonly out: string;
	readonly sensitive: SensitivePolicy;
}

export function registerExport(program: Command): void {
	const choices: readonly SensitivePolicy[] = ['leave-out', 'lexical-only'];
	const command = program
		.command('export <format>')
		.summary('write a dataset as beir, trec, tsv or qrels')
		.description(
			"Writes a dataset in a format that other tools read: beir, trec (documents, topics, qrels), tsv or qrels alone.\nWhat a format has no place for stands in extra fields, so that `bench import` reads the same dataset again.\nA run's TREC file is run.trec in its run folder.",
		)
		.requiredOption('--out <dir>', 'the folder to write, which must not exist')
		.option(
			'--data <dir-or-name>',
			'dataset: a folder, or a name under data/ (default: data/ itself, else the sample)',
		);
	command.addOption(
		command
			.createOption('--sensitive <policy>', 'sensitive documents: leave-out, or lexical-only (written, and marked)')
			.choices(choices)
			.default('leave-out'),
	);
	addOutputFlags(command).action(async (name: string, flags: ExportFlags) => {
		const { findFormat } = await import('../../harness/datasets/formats/index.ts');
		const { exportDataset } = await import('../../harness/datasets/export.ts');
		const { resolveDataset } = await import('../../harness/datasets/resolve.ts');
		const terminal = await openTerminal(flags);
		const format = findFormat(name);
		const { directory } = resolveDataset(flags.data);
		const exported = await exportDataset(directory, format, flags.out, flags.sensitive);
		if (exported.sensitiveLeftOut > 0)
			terminal.warn(`${exported.sensitiveLeftOut} sensitive documents were left out, with their judgments`);
		if (exported.notCarried.length > 0)
			terminal.warn(
				`${format.name} has no place for these files beside the dataset: ${exported.notCarried.join(', ')}`,
			);
		if (terminal.json)
			terminal.printJson({
				out: flags.out,
				files: exported.files,
				docs: exported.docs,
				queries: exported.queries,
				sensitive_left_out: exported.sensitiveLeftOut,
				not_carried: exported.notCarried,
			});
		else
			terminal.print(
				`${flags.out}: ${exported.files.join(', ')} (${exported.docs} documents, ${exported.queries} queries)`,
			);
	});
}
