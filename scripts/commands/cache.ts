import type { Command } from 'commander';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

interface CacheFlags extends OutputFlags {
	readonly cacheDir: string;
}

export function registerCache(program: Command): void {
	const cache = program
		.command('cache')
		.summary('the vectors that were computed before')
		.description('Shows, empties or exports the cache of vectors. It holds hashes of texts, never texts.');
	addCacheFlags(cache.command('stats'))
		.summary('vectors by embedder')
		.description('Prints how many vectors of which embedder the cache holds, and their size.')
		.action(async (flags: CacheFlags) => {
			const terminal = await openTerminal(flags);
			const { openCacheForReport } = await import('../actions/cache-report.ts');
			const { stats, render } = openCacheForReport(flags.cacheDir, terminal.warn);
			if (terminal.json) terminal.printJson(stats);
			else terminal.print(render());
		});
	addCacheFlags(cache.command('clear'))
		.summary('delete vectors')
		.description('Deletes the vectors of one embedder, or all. Without --yes it says what it would delete.')
		.option('--embedder <id>', 'only vectors of embedders whose id begins so')
		.option('--yes', 'really delete')
		.action(async (flags: CacheFlags & { embedder?: string; yes?: boolean }) => {
			const terminal = await openTerminal(flags);
			const { clearCache } = await import('../actions/cache-report.ts');
			clearCache(flags, terminal);
		});
	addCacheFlags(cache.command('export'))
		.summary('write the vectors of a dataset as NumPy files')
		.description(
			'Writes the vectors of a dataset, documents and queries, as <model>.npy and <model>.json: in the folder `vectors` of the dataset they are used instead of the model. Vectors that are missing are computed first.',
		)
		.requiredOption('--npy <dir>', 'the folder to write to')
		.option('--data <dir-or-name>', 'dataset: a folder, or a name under data/ (default: data/ itself, else the sample)')
		.option('--embedder <provider:model>', 'embedding model', 'local:bge-small-en-v1.5')
		.option('--model-dir <dir>', 'a folder of embedding models to look in first')
		.action(async (flags: CacheFlags & { npy: string; data?: string; embedder: string; modelDir?: string }) => {
			const terminal = await openTerminal(flags);
			const { exportVectors } = await import('../actions/export-vectors.ts');
			await exportVectors(flags, terminal);
		});
}

function addCacheFlags(command: Command): Command {
	return addOutputFlags(command.option('--cache-dir <dir>', 'the cache folder', 'cache'));
}
