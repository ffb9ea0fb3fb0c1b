import type { Command } from 'commander';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export function registerList(program: Command): void {
	const command = program
		.command('list')
		.summary('retrievers, fusions, stages, metrics, embedders and formats, with their options')
		.description(
			'Lists every built-in retriever, fusion, stage, metric, embedder and dataset format; with a name, all its options with type, default and range.',
		)
		.argument('[name]', 'a retriever (or module path), fusion, stage, embedder or format');
	addOutputFlags(command).action(async (name: string | undefined, flags: OutputFlags) => {
		const terminal = await openTerminal(flags);
		const { listAll, listOne } = await import('../actions/listing.ts');
		if (name === undefined) listAll(terminal);
		else await listOne(name, terminal);
	});
}
