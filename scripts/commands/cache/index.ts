import type { Command } from '@commander-js/extra-typings';
import { vectorCache } from '../../../retrievers/embedders/vector-cache.ts';
import { addOutputFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openTerminal } from '../../terminal.ts';
import { cacheClearView, cacheStats, cacheStatsView } from './cache-stats.ts';
import { exportVectors } from './export-vectors.ts';

const CACHE_DIR = ['--cache-dir <dir>', 'the cache folder', 'cache'] as const;

export function define(command: Command, io: Io): void {
	command.description('Shows, empties or exports the cache of vectors. It holds hashes of texts, never texts.');
	addOutputFlags(command.command('stats').option(...CACHE_DIR))
		.summary('vectors by embedder')
		.description('Prints how many vectors of which embedder the cache holds, and their size.')
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(cacheStatsView(cacheStats(flags.cacheDir, terminal.warn)));
		});
	addOutputFlags(
		command
			.command('clear')
			.option(...CACHE_DIR)
			.option('--embedder <id>', 'only vectors of embedders whose id begins so')
			.option('--yes', 'really delete'),
	)
		.summary('delete vectors')
		.description('Deletes the vectors of one embedder, or all. Without --yes it says what it would delete.')
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const { path, embedders } = cacheStats(flags.cacheDir, terminal.warn);
			const chosen = embedders.filter(({ embedder }) => embedder.startsWith(flags.embedder ?? ''));
			const deleted = flags.yes === true && chosen.some(({ vectors }) => vectors > 0);
			if (deleted) {
				const cache = vectorCache(flags.cacheDir, terminal.warn);
				for (const { embedder } of chosen) cache.clear(embedder);
				cache.close();
			}
			terminal.printView(cacheClearView(path, chosen, deleted));
		});
	addOutputFlags(
		command
			.command('export')
			.option(...CACHE_DIR)
			.requiredOption('--npy <dir>', 'the folder to write to')
			.option(
				'--data <dir-or-name>',
				'dataset: a folder, or a name under data/ (default: data/ itself, else the sample)',
			)
			.option('--embedder <provider:model>', 'embedding model', 'local:bge-small-en-v1.5')
			.option('--model-dir <dir>', 'a folder of embedding models to look in first'),
	)
		.summary('write the vectors of a dataset as NumPy files')
		.description(
			'Writes the vectors of a dataset, documents and queries, as <model>.npy and <model>.json. In the folder `vectors` of the dataset they are used instead of the model. Vectors that are missing are computed first.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(await exportVectors(flags, terminal));
		});
}
