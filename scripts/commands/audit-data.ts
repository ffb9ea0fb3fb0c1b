import type { Command } from 'commander';
import type { AuditDataFlags } from '../actions/print-data-audit.ts';
import { addOutputFlags, positiveInteger } from '../flags.ts';

export function registerAuditData(program: Command): void {
	const command = program
		.command('audit-data <runs...>')
		.summary("what a dataset's labels can't carry in the comparison of runs")
		.description(
			'Looks at the labels under these runs: documents that nobody judged, what judged documents alone say, what a system that was not pooled would lose, near-duplicates of relevant documents, labels that a system may have defined, shared words, queries that tell no system apart. One line each on what it means. The first run is the baseline.',
		)
		.option('--cutoff <k>', 'the top k that is looked at', positiveInteger, 10)
		.option('--pool-depth <n>', 'how deep a pool is imagined to have gone', positiveInteger, 20)
		.option('--metrics <names>', 'comma-separated; the first one is the headline (default: nDCG@k,recall@k)')
		.option('--data <dir-or-name>', 'dataset (default: the one that the runs name)')
		.option('--results-dir <dir>', 'run folders', 'results');
	addOutputFlags(command).action(async (runs: readonly string[], flags: AuditDataFlags) => {
		const { printDataAudit } = await import('../actions/print-data-audit.ts');
		await printDataAudit(runs, flags);
	});
}
