import { type Command, Option } from 'commander';
import type { PoolFlags } from '../actions/write-pool.ts';
import { addOutputFlags, collect, positiveInteger, wholeNumber } from '../flags.ts';

export function registerPool(program: Command): void {
	const command = program
		.command('pool <runs...>')
		.summary('merge the top of several runs into a file to judge')
		.description(
			"Merges every run's top documents into one file for `bench judge`. Order and systems are hidden: documents are shuffled within a query, and the file does not say who found what. It holds ids only. Judgments that the dataset has are carried along, so that nobody judges twice.",
		)
		.option('--depth <n>', 'documents of each run and query', positiveInteger, 20)
		.option('--out <file>', 'the pool file (default: <results>/judging/<dataset>-<hash>.pool.jsonl)')
		.option('--data <dir-or-name>', 'dataset (default: the one that the runs name)')
		.addOption(
			new Option('--known <what>', 'judgments that there are: carry them along, or ask again (for `bench agree`)')
				.choices(['carry', 'ask'])
				.default('carry'),
		)
		.option('--judgments <file>', 'a judgments file whose grades are carried along too; repeatable', collect, [])
		.option('--results-dir <dir>', 'run folders', 'results')
		.option('--seed <n>', 'seed of the order', wholeNumber, 42);
	addOutputFlags(command).action(async (runs: readonly string[], flags: PoolFlags) => {
		const { writePool } = await import('../actions/write-pool.ts');
		await writePool(runs, flags);
	});
}
