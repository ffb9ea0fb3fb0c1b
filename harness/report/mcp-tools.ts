import type { JsonObject } from '../contract.ts';
import { countCell } from './cells.ts';
import { toJsonObject } from './snake-case.ts';
import { type View, viewTable } from './view.ts';

interface ListedTool {
	readonly name: string;
	readonly summary: string;
	readonly parameters: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
}

interface ListedTools {
	readonly server: string;
	readonly version: string;
	readonly tools: readonly ListedTool[];
	/** The recipe that fits, by name. */
	readonly recipe: string | undefined;
	readonly suggested: JsonObject | undefined;
}

/** The tools of a memory server, and the recipe that it is run with. */
export function mcpToolsView({ server, version, tools, recipe, suggested }: ListedTools): View {
	const answer =
		recipe !== undefined
			? `The recipe ${recipe} fits.`
			: suggested === undefined
				? 'No tool of it seems to store text, or none to search.'
				: 'No recipe fits; the one below is a start: fill in each "?", and put it under "recipes" in bench.config.json.';
	return {
		kind: 'mcp_tools',
		title: `${server} ${version}`.trim(),
		answer: [`${server} ${version} has ${tools.length} tools. ${answer}`],
		warnings: [],
		sections: [
			{
				name: 'tools',
				table: viewTable<ListedTool>(
					[
						{ key: 'tool', header: 'tool', identifies: true, cell: ({ name }) => name },
						{
							key: 'count',
							header: 'parameters',
							align: 'right',
							cell: ({ parameters }) => countCell(parameters.length),
						},
						{ key: 'required', header: 'required', cell: ({ parameters }) => requiredWords(parameters) },
					],
					tools,
				),
			},
			{
				name: 'parameters',
				detail: true,
				findings: tools.map(
					({ name, summary, parameters }) =>
						`${name}: ${summary} (${parameters.map((one) => `${one.name}: ${one.type}`).join(', ')})`,
				),
			},
			...(suggested === undefined
				? []
				: [{ name: 'suggested', findings: JSON.stringify({ recipes: { mine: suggested } }, null, 2).split('\n') }]),
		],
		notes: [],
		data: {
			...toJsonObject({ server, version, tools }),
			recipe: recipe ?? null,
			suggested: suggested ?? null,
		},
	};
}

function requiredWords(parameters: ListedTool['parameters']): string {
	return parameters
		.filter(({ required }) => required)
		.map(({ name, type }) => `${name}: ${type}`)
		.join(', ');
}
