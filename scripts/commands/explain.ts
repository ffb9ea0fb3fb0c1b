import type { Command } from '@commander-js/extra-typings';
import { explain } from '../../harness/losses/explain.ts';
import { explainView } from '../../harness/report/runs/explain.ts';
import { addOutputFlags, addResultsFlag, positiveInteger } from '../flags.ts';
import type { Io } from '../io.ts';
import { findQuery, openKeptRuns } from '../open-kept-runs.ts';
import { shownTexts } from '../shown-texts.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			command
				.option('--cutoff <k>', 'the K of "in the top K"', positiveInteger, 10)
				.option('--with-text', 'print the texts of the query and of the documents')
				.option('--data <dir-or-name>', 'dataset (default: the one that the run names)'),
		),
	)
		.description(
			'Shows why the ranking of one query is as it is: its top K and every relevant document, with grade, rank in each leg, what each leg gave to the fused score, what stages did, and which document holds the place that a relevant one misses.',
		)
		.argument('<run>', 'run folder, the beginning of its name, its system, or latest')
		.argument('<query-id>', 'id of the query')
		.action(async (name, queryId, flags) => {
			const terminal = await openTerminal(flags, io);
			const { dataset, runs } = await openKeptRuns([name], flags, terminal);
			const queryIndex = findQuery(dataset, queryId);
			const texts = flags.withText === true ? shownTexts(dataset, queryIndex) : undefined;
			for (const kept of runs) terminal.printView(explainView(explain(kept, queryIndex, flags.cutoff), texts));
		});
}
