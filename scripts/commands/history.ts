import type { Command } from '@commander-js/extra-typings';
import { sharedMetrics } from '../../harness/compare/columns.ts';
import { historyOf, inOrderOfCommits } from '../../harness/compare/history.ts';
import { parseMetric } from '../../harness/metrics/index.ts';
import { historyView } from '../../harness/report/runs/history.ts';
import { findRun, listRuns } from '../../harness/run/folder/find-run.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { addOutputFlags, addResultsFlag } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(command).option('--metric <name>', 'the metric to follow (default: the first that all runs have)'),
	)
		.description(
			'Follows one system on one dataset over the runs of a folder, in order of commit and time (runs of one commit stand together): the metric with its interval, each change tested against the run before, and the first run that is a loss. Run folders are the record: nothing is stored anew.',
		)
		.argument('[run]', 'a run of the system and dataset to follow: folder, beginning of its name, or system', 'latest')
		.action(async (name, flags) => {
			const terminal = await openTerminal(flags, io);
			const followed = readRun(findRun(name, flags.resultsDir));
			const { system, dataset, selected_strata: strata } = followed.manifest;
			const ofSystem = listRuns(flags.resultsDir, (path) =>
				terminal.warn(`warning: ${path} can't be read: that run is left out`),
			).filter(({ manifest }) => manifest.system.name === system.name && manifest.dataset.name === dataset.name);
			const same = ofSystem.filter(
				({ manifest }) =>
					manifest.dataset.fingerprint === dataset.fingerprint && String(manifest.selected_strata) === String(strata),
			);
			const runs = same.length === 0 ? [followed] : inOrderOfCommits(same).map(({ path }) => readRun(path));
			const [metric = ''] = sharedMetrics(
				runs,
				flags.metric === undefined ? undefined : [parseMetric(flags.metric).name],
			);
			const others = ofSystem.length - same.length;
			terminal.printView(
				historyView(
					historyOf(runs, metric),
					others > 0
						? [
								`${others} ${others === 1 ? 'run is' : 'runs are'} passed over: the dataset, its judgments or the strata were others.`,
							]
						: [],
				),
			);
		});
}
