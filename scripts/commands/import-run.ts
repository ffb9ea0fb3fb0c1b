import type { Command } from 'commander';
import type { ImportFlags } from '../actions/import-trec-run.ts';
import { addDatasetFlags, addOutputFlags, commaList, positiveInteger, wholeNumber } from '../flags.ts';

export function registerImportRun(program: Command): void {
	const command = program
		.command('import-run')
		.summary('make a run folder from a TREC run of another tool')
		.description(
			'Scores a TREC run against a dataset (or against TREC qrels alone) and writes a run folder, so that systems from elsewhere can be compared and gated.',
		)
		.argument('<file.trec>', 'lines of: query Q0 doc rank score tag (plain or gzip)')
		.option('--qrels <file>', 'TREC qrels to score against where there is no dataset')
		.option('--name <name>', "what tables call the system (default: the run's tag)")
		.option('--metrics <names>', 'comma-separated (default: recall@5,recall@10,nDCG@10,MRR)', commaList)
		.option('--depth <n>', 'ranks kept per query (default: all)', positiveInteger)
		.option('--out <dir>', 'the run folder to write')
		.option('--results-dir <dir>', 'run folders', 'results')
		.option('--seed <n>', 'recorded in the manifest', wholeNumber, 42);
	addOutputFlags(addDatasetFlags(command)).action(async (file: string, flags: ImportFlags) => {
		const { importTrecRun } = await import('../actions/import-trec-run.ts');
		await importTrecRun(file, flags);
	});
}
