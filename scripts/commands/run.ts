import type { Command } from 'commander';
import type { RunFlags } from '../actions/run-systems.ts';
import {
	addDatasetFlags,
	addOutputFlags,
	addPlaceFlags,
	addSystemFlags,
	commaList,
	positiveInteger,
} from '../flags.ts';

export function registerRun(program: Command): void {
	const command = program
		.command('run')
		.summary('run one or more systems over a dataset and score them')
		.description(
			'Indexes the dataset with each system, retrieves every query, prints metrics per stratum and latency per stage, and writes one run folder per system.',
		);
	addSystemFlags(addDatasetFlags(command))
		.option(
			'--metrics <names>',
			'comma-separated, for example nDCG@10,recall@100,AP (default: recall@5,recall@10,nDCG@10,MRR)',
			commaList,
		)
		.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
		.option('--out <dir>', 'the run folder to write (with several systems: one folder per system below it)')
		.option('--no-query-cache', 'embed queries anew, so that their latency is the real one');
	addOutputFlags(addPlaceFlags(command)).action(async (flags: RunFlags) => {
		const { runSystems } = await import('../actions/run-systems.ts');
		await runSystems(flags);
	});
}
