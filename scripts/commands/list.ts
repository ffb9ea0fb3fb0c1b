import type { Command } from '@commander-js/extra-typings';
import type { Io } from '../io.ts';
import { addOutputFlags } from '../shared-flags.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(command)
		.description(
			'Lists every built-in retriever, fusion, stage and metric; with a name, all its options and their defaults.',
		)
		.argument('[name]', 'a retriever (or module path), fusion or stage')
		.action(async (name, flags) => {
			const terminal = await openTerminal(flags, io);
			const { listAll, listOne } = await import('../actions/listing.ts');
			if (name === undefined) listAll(terminal);
			else await listOne(name, terminal);
		});
}
