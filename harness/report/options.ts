import type { JsonObject, OptionSpec, OptionSpecs } from '../contract.ts';
import { showValue } from '../options.ts';
import { range } from '../read-option.ts';
import type { Column } from './view.ts';

/** One option as `bench list` shows it. */
export interface OptionRow {
	readonly option: string;
	readonly type: string;
	readonly otherwise: string;
	readonly help: string;
}

export const OPTION_COLUMNS: readonly Column<OptionRow>[] = [
	{ key: 'option', header: 'option', identifies: true, cell: ({ option }) => option },
	{ key: 'type', header: 'type', wraps: true, cell: ({ type }) => type },
	{ key: 'default', header: 'default', wraps: true, cell: ({ otherwise }) => otherwise },
	{ key: 'help', header: 'what it does', wraps: true, cell: ({ help }) => help },
];

/** Options as rows of a table under {@link OPTION_COLUMNS}. */
export function optionRows(specs: OptionSpecs): readonly OptionRow[] {
	return Object.entries(specs).map(([option, spec]) => ({
		option,
		type: [spec.type, range(spec)].filter((part) => part !== undefined).join('choices' in spec ? ': ' : ' '),
		otherwise: Array.isArray(spec.default) ? spec.default.join(', ') : showValue(spec.default),
		help: spec.help,
	}));
}

/** Options as JSON: what the specification says, keys in snake_case. */
export function optionsToJson(specs: OptionSpecs): readonly JsonObject[] {
	return Object.entries(specs).map(([name, spec]) => ({ option: name, ...specToJson(spec) }));
}

export function specToJson({ help, ...spec }: OptionSpec): JsonObject {
	const { minItems, ...rest } = { minItems: undefined, ...spec };
	return { ...rest, ...(minItems === undefined ? {} : { min_items: minItems }), help };
}
