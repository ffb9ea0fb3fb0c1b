import { type Command, Option } from '@commander-js/extra-typings';
import { exportDataset } from '../../harness/datasets/export.ts';
import { findFormat } from '../../harness/datasets/formats/index.ts';
import { resolveDataset } from '../../harness/datasets/resolve.ts';
import { receiptView } from '../../harness/report/receipt.ts';
import { toJsonObject } from '../../harness/report/snake-case.ts';
import { addOutputFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		command
			.argument('<format>', '`bench import formats` lists them')
			.requiredOption('--out <dir>', 'the folder to write, which must not exist')
			.option(
				'--data <dir-or-name>',
				'dataset: a folder, or a name under data/ (default: data/ itself, else the sample)',
			)
			.addOption(
				new Option('--sensitive <policy>', 'sensitive documents: leave-out, or lexical-only (written, and marked)')
					.choices(['leave-out', 'lexical-only'] as const)
					.default('leave-out' as const),
			),
	)
		.description(
			"Writes a dataset in a format that other tools read: beir, trec (documents, topics, qrels), tsv or qrels alone.\nWhat a format has no field for goes into extra fields, so that `bench import` reads the same dataset again.\nA run's TREC file is run.trec in its run folder.",
		)
		.action(async (name, flags) => {
			const terminal = await openTerminal(flags, io);
			const format = findFormat(name);
			const { directory } = resolveDataset(flags.data);
			const exported = await exportDataset(directory, format, flags.out, flags.sensitive);
			const { files, docs, queries, sensitiveLeftOut, notCarried } = exported;
			if (sensitiveLeftOut > 0)
				terminal.warn(`${sensitiveLeftOut} sensitive documents were left out, with their judgments`);
			if (notCarried.length > 0)
				terminal.warn(`${format.name} has no place for these files beside the dataset: ${notCarried.join(', ')}`);
			terminal.printView(
				receiptView({
					kind: 'exported_dataset',
					title: `Export of ${directory}`,
					answer: [`${flags.out}: ${files.join(', ')} (${docs} documents, ${queries} queries)`],
					data: toJsonObject({ out: flags.out, files, docs, queries, sensitiveLeftOut, notCarried }),
				}),
			);
		});
}
