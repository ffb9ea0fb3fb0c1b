import type { Command } from '@commander-js/extra-typings';
import { compareRuns } from '../../harness/compare/compare-runs.ts';
import { BenchError } from '../../harness/errors.ts';
import { type Leaderboard, type RunEntry, runListView } from '../../harness/report/runs/run-list.ts';
import { listRuns } from '../../harness/run/folder/find-run.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import type { RunFolder } from '../../harness/run/folder/run-folder.ts';
import { addOutputFlags, addResultsFlag } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

/** Systems of a leaderboard at most: every pair of them is tested. */
const MOST_SYSTEMS = 12;

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(command).option('--no-leaderboard', 'the list alone: no system is tested against another'),
	)
		.description(
			'Lists the runs of a folder, newest first, and for every dataset the newest run of each system with letters: systems that share one are not told apart.',
		)
		.argument('[dir]', 'a folder of run folders, for example baselines (default: --results-dir)')
		.action(async (directory, flags) => {
			const terminal = await openTerminal(flags, io);
			const folder = directory ?? flags.resultsDir;
			const runs = listRuns(folder, (path) =>
				terminal.warn(`warning: ${path} can't be read: that run is not listed`),
			).flatMap(({ name, path, manifest }): readonly (RunEntry & { run: RunFolder })[] => {
				try {
					const run = readRun(path, folder);
					return [{ name, path, manifest, summary: run.summary, run }];
				} catch (error) {
					if (!(error instanceof BenchError)) throw error;
					terminal.warn(`warning: ${error.message}`);
					return [];
				}
			});
			const boards = flags.leaderboard ? leaderboards(runs.map(({ run }) => run)) : [];
			terminal.printView(
				runListView(
					runs.map(({ run: _, ...entry }) => entry),
					boards,
					folder,
				),
			);
		});
}

function leaderboards(runs: readonly RunFolder[]): readonly Leaderboard[] {
	const byDataset = new Map<string, Map<string, RunFolder>>();
	for (const run of runs) {
		const { dataset, selected_strata: strata, system } = run.manifest;
		const key = JSON.stringify([dataset.fingerprint, strata ?? null]);
		// Oldest first, so the newest run of a system is the one that stays.
		byDataset.set(key, (byDataset.get(key) ?? new Map<string, RunFolder>()).set(system.name, run));
	}
	return [...byDataset.values()].flatMap((systems): readonly Leaderboard[] => {
		const newest = [...systems.values()].slice(-MOST_SYSTEMS);
		const [first, ...others] = newest;
		const metric = first?.manifest.metrics.find((name) =>
			others.every(({ manifest }) => manifest.metrics.includes(name)),
		);
		if (first === undefined || others.length === 0 || metric === undefined) return [];
		const { standings } = compareRuns(first, others, { metrics: [metric], allPairs: true });
		const notes = systems.size > newest.length ? [`The ${newest.length} newest of ${systems.size} systems.`] : [];
		return standings
			.filter(({ role }) => role === 'primary')
			.map((standing) => ({ dataset: first.manifest.dataset.name, standing, notes }));
	});
}
