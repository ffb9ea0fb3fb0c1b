import { readFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { htmlFormat } from '../../harness/report/formats/html.ts';
import { readView } from '../../harness/report/formats/read-view.ts';
import { formatBytes } from '../../harness/report/numbers.ts';
import { pageView } from '../../harness/report/page/page.ts';
import type { View } from '../../harness/report/view.ts';
import { addOutputFlags, addResultsFlag, commaList, positiveInteger, readNumber, wholeNumber } from '../flags.ts';
import type { Io } from '../io.ts';
import { openPageParts } from '../open-page-parts.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			command
				.option('--out <file>', 'the page to write', 'report.html')
				.option('--metrics <names>', 'comma-separated (default: all that every run has)', commaList)
				.option(
					'--primary <metric[/stratum]>',
					'the question that is decided alone (default: the first metric, overall)',
				)
				.option(
					'--strata <names>',
					'strata that you ask about; others are shown as exploratory (default: all)',
					commaList,
				)
				.option('--all-pairs', 'every run against every other, not only against the first')
				.option('--margin <delta>', 'the largest difference that does not matter: tests for equivalence', readNumber)
				.option('--alpha <level>', 'level of verdicts and intervals', readNumber, 0.05)
				.option('--cutoff <k>', 'the K of losses', positiveInteger, 10)
				.option('--data <dir-or-name>', 'dataset with the judgments (default: the one that the runs name)')
				.option('--with-text', 'put the texts of queries and documents into the page')
				.option('--seed <n>', 'seed of everything random', wholeNumber, 42),
		),
	)
		.description(
			'Writes one self-contained page: the answer, forest plots, systems side by side, latency, where relevant documents get lost, and every query with its ranks. It opens from disk, loads nothing, and holds ids and numbers only. Results of other commands join it as files written with --report view=<file>.',
		)
		.argument('<results...>', 'runs, the first of which is the baseline, and views (files that end in .json)')
		.action(async (names, flags) => {
			const terminal = await openTerminal(flags, io);
			const isView = (name: string): boolean => name.endsWith('.json');
			const others = names.filter(isView).map((path) => readView(readText(path), path));
			const parts = await openPageParts(
				names.filter((name) => !isView(name)),
				others,
				flags,
				terminal,
			);
			const view = pageView(parts);
			const page = `${htmlFormat.render(view, { details: true })}\n`;
			writeFileWhole(flags.out, page);
			terminal.printView(inShort(view, flags.out, Buffer.byteLength(page)));
		});
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new BenchError('usage', `${path} can't be read: ${(error as Error).message}`, { cause: error });
	}
}

/** The receipt of a page: its answer, and where it is. */
function inShort({ kind, title, answer, warnings }: View, file: string, bytes: number): View {
	return {
		kind,
		title,
		answer,
		warnings,
		sections: [],
		notes: [`page  ${file} (${formatBytes(bytes)})`],
		data: { page: file, bytes, answer },
	};
}
