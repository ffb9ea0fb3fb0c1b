import type { Json, JsonObject } from '../../harness/contract.ts';
import type { Tool } from './mcp-client.ts';

/** A parameter of a tool as its JSON Schema has it. */
export interface Parameter {
	readonly name: string;
	readonly type: string;
	readonly required: boolean;
}

export function parametersOf({ inputSchema }: Pick<Tool, 'inputSchema'>): readonly Parameter[] {
	const { properties = {}, required = [] } = inputSchema as {
		properties?: Readonly<Record<string, unknown>>;
		required?: readonly string[];
	};
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		type: typeOf(schema),
		required: required.includes(name),
	}));
}

function typeOf(schema: unknown): string {
	const { type, anyOf } = schema as { type?: unknown; anyOf?: readonly unknown[] };
	if (typeof type === 'string') return type;
	return anyOf?.map(typeOf).find((one) => one !== 'null') ?? 'any';
}

const STORES = /(^|_)(store|add|create|write|save|remember|insert|upsert)/i;
const SEARCHES = /(^|_)(search|query|recall|retrieve|find)/i;
const TEXTS = /^(content|text|documents?|entities|observations?|memory|note|body)$/i;
const QUERIES = /^(query|query_texts?|q|question|text)$/i;
const COUNTS = /^(k|limit|n_results|top_k|max_results|page_size|count)$/i;
const NAMES = /^(ids?|name|title|key|path|metadata|tags)$/i;

/**
 * A recipe to start from, by the names of tools and parameters; undefined where none stores or none searches. Where
 * ids stand in answers can't be seen from a schema: it says `?`.
 */
export function suggestRecipe(serverName: string, tools: readonly Tool[]): JsonObject | undefined {
	const store = best(tools, STORES, TEXTS);
	const search = best(tools, SEARCHES, QUERIES);
	if (store === undefined || search === undefined) return undefined;
	return {
		servers: [serverName],
		store: { tool: store.name, arguments: storeArguments(store) },
		search: {
			tool: search.name,
			arguments: searchArguments(search),
			answer: { id: '?' },
		},
	};
}

/** Of the tools whose name fits and that take a fitting parameter, the one with the fewest that are required. */
function best(tools: readonly Tool[], names: RegExp, parameters: RegExp): Tool | undefined {
	const requires = (tool: Tool): number => parametersOf(tool).filter(({ required }) => required).length;
	return tools
		.filter((tool) => names.test(tool.name) && parametersOf(tool).some(({ name }) => parameters.test(name)))
		.sort((x, y) => requires(x) - requires(y))[0];
}

function storeArguments(tool: Tool): JsonObject {
	const all = parametersOf(tool);
	return Object.fromEntries(
		all
			.filter(({ name, required }) => required || TEXTS.test(name) || NAMES.test(name))
			.map(({ name, type }): [string, Json] => {
				if (type === 'object') return [name, { doc: '{{marker}}' }];
				const value = TEXTS.test(name) ? '{{content}}' : NAMES.test(name) ? '{{marker}}' : '?';
				return [name, type === 'array' ? { each_doc: value } : value];
			}),
	);
}

function searchArguments(tool: Tool): JsonObject {
	return Object.fromEntries(
		parametersOf(tool)
			.filter(({ name, required }) => required || QUERIES.test(name) || COUNTS.test(name))
			.map(({ name, type }): [string, Json] => {
				const value = QUERIES.test(name) ? '{{query}}' : COUNTS.test(name) ? '{{k}}' : '?';
				return [name, type === 'array' ? [value] : value];
			}),
	);
}
