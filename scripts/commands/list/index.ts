import type { Command } from '@commander-js/extra-typings';
import { addOutputFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openTerminal } from '../../terminal.ts';
import { listAll, listOne } from './listing.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(command)
		.description(
			'Lists every built-in retriever, fusion, stage, metric, embedder and dataset format; with a name, all its options with type, default and range.',
		)
		.argument('[name]', 'a retriever (or module path, exec, http, mcp), fusion, stage, embedder or format')
		.action(async (name, flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(name === undefined ? listAll() : await listOne(name));
		});
}
