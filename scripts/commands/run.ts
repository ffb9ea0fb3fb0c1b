import type { Command } from '@commander-js/extra-typings';
import { runsView } from '../../harness/report/runs/run.ts';
import { sendingPlanView } from '../../harness/report/runs/sending-plan.ts';
import {
	addDatasetFlags,
	addDirectoryFlags,
	addMetricsFlag,
	addOutputFlags,
	addQueryPolicyFlags,
	addSystemFlags,
	positiveInteger,
} from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';
import { writeRuns } from '../write-runs.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(
			addQueryPolicyFlags(addMetricsFlag(addSystemFlags(addDatasetFlags(command)), 'recall@5,recall@10,nDCG@10,MRR'))
				.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
				.option('--out <dir>', 'the run folder to write (with several systems: one folder per system below it)')
				.option('--dry-run', 'only say how many texts and tokens would be embedded and sent where')
				.option('--keep-store', 'MCP servers: keep the filled store, and use it again for the same corpus and recipe')
				.option('--no-query-cache', 'embed queries and rerank anew, so that their latency is the real one'),
		),
	)
		.description(
			'Indexes the dataset with each system, retrieves every query, prints metrics per stratum and latency per stage, and writes one run folder per system.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const set = flags.keepStore === true ? [...flags.set, 'keep_store=true'] : flags.set;
			if (flags.dryRun === true) {
				const { planRuns } = await import('../plan-sending.ts');
				terminal.printView(sendingPlanView(await planRuns({ ...flags, set }, terminal)));
				return;
			}
			const runs = await writeRuns({ ...flags, set }, terminal);
			terminal.printView(runsView(runs));
			if (runs.length < 2) return;
			const [first, ...others] = runs.map((run) => run.path);
			terminal.note('');
			terminal.note(
				`Differences in this table are not yet findings: bench compare ${first} ${others.join(' ')} tests them.`,
			);
		});
}
