import type { IndexContext, JsonObject } from '../../harness/contract.ts';
import { commandName, commandWords } from './command-words.ts';
import { connectMcp } from './mcp-client.ts';
import { fittingRecipe } from './mcp-recipe.ts';
import { type Parameter, parametersOf, suggestRecipe } from './mcp-suggest.ts';
import { openScratch } from './scratch.ts';

/** A server's tools, and how it could be run. */
export interface McpTools {
	readonly server: string;
	readonly version: string;
	readonly tools: readonly {
		readonly name: string;
		readonly summary: string;
		readonly parameters: readonly Parameter[];
	}[];
	/** The recipe that `recipe=auto` takes; undefined where none fits. */
	readonly recipe: string | undefined;
	/** One to start from, where none fits. */
	readonly suggested: JsonObject | undefined;
}

/** Connects to a command or an address, lists its tools, and ends it. A command runs with a scratch home. */
export async function listMcpTools(
	target: string,
	seconds: number,
	context: Pick<IndexContext, 'note'>,
): Promise<McpTools> {
	const isAddress = /^https?:\/\//.test(target);
	const scratch = isAddress ? undefined : openScratch([]);
	const label = isAddress ? new URL(target).host : commandName(commandWords(target));
	try {
		const server = await connectMcp(target, { label, env: scratch?.env ?? {}, cwd: process.cwd(), seconds, context });
		try {
			const tools = await server.tools();
			const recipe = fittingRecipe(server.name);
			return {
				server: server.name,
				version: server.version,
				tools: tools.map((tool) => ({
					name: tool.name,
					summary: (tool.description ?? '').trim().split('\n')[0] ?? '',
					parameters: parametersOf(tool),
				})),
				recipe,
				suggested: recipe === undefined ? suggestRecipe(server.name, tools) : undefined,
			};
		} finally {
			await server.close();
		}
	} finally {
		scratch?.remove();
	}
}
