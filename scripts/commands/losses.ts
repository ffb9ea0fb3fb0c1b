import type { Command } from '@commander-js/extra-typings';
import { lossesOf } from '../../harness/losses/losses.ts';
import { lossesView } from '../../harness/report/runs/losses.ts';
import { addDirectoryFlags, addOutputFlags, positiveInteger } from '../flags.ts';
import type { Io } from '../io.ts';
import { DEEPER, openDeeperLegs, openKeptRuns, sensitiveRelevant } from '../open-kept-runs.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(
			command
				.option('--cutoff <k>', 'the K of "in the top K"', positiveInteger, 10)
				.option('--deeper', `retrieve every leg at ${DEEPER}x its depth too, where that is not kept`)
				.option('--data <dir-or-name>', 'dataset (default: the one that the run names)'),
		),
	)
		.description(
			'Says of every relevant document what became of it: in the top K, found by a leg and ranked out by the fusion or a stage, found by no leg, or not in the index; by stratum, with the recall that mending each loss would give, and what each leg alone brings.',
		)
		.argument('[run]', 'run folder, the beginning of its name, or its system', 'latest')
		.action(async (name, flags) => {
			const terminal = await openTerminal(flags, io);
			const { dataset, runs } = await openKeptRuns([name], flags, terminal);
			for (const kept of runs) {
				const legs = await openDeeperLegs(kept, { ...flags, retrieve: flags.deeper === true }, terminal);
				terminal.printView(
					lossesView(
						lossesOf(kept, {
							cutoff: flags.cutoff,
							deeper: legs && { times: DEEPER, legs },
							sensitiveLeftOut: await sensitiveRelevant(dataset),
						}),
					),
				);
			}
		});
}
