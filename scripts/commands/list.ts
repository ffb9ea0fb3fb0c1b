import type { Command } from 'commander';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export function registerList(program: Command): void {
	const command = program
		.command('list')
		.summary('retrievers, fusions, stages and metrics, with their options')
		.description(
			'Lists every built-in retriever, fusion, stage and metric; with a name, all its options and their defaults.',
		)
		.argument('[name]', 'a retriever (or module path), fusion or stage');
	addOutputFlags(command).action(async (name: string | undefined, flags: OutputFlags) => {
		const terminal = await openTerminal(flags);
		const { listAll, listOne } = await import('../actions/listing.ts');
		if (name === undefined) listAll(terminal);
		else await listOne(name, terminal);
	});
}
