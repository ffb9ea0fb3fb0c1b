import type { Command } from '@commander-js/extra-typings';
import { mcpToolsView } from '../../harness/report/mcp-tools.ts';
import { listMcpTools } from '../../retrievers/outside/mcp-tools.ts';
import { aboveZero, addOutputFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	command.description(
		'Memory servers of the Model Context Protocol, which `bench run --retriever mcp:"<command>"` runs.',
	);
	addOutputFlags(
		command
			.command('tools')
			.summary("a server's tools and the recipe to run it with")
			.description('Starts a server with a scratch home, lists its tools, and names or suggests a recipe.')
			.argument('<command-or-address>', 'what starts it, in quotes, or its https:// address')
			.option('--timeout <seconds>', 'until it is connected', aboveZero, 120),
	).action(async (target, flags) => {
		const terminal = await openTerminal(flags, io);
		terminal.printView(mcpToolsView(await listMcpTools(target.replace(/^mcp:/, ''), flags.timeout, terminal)));
	});
}
