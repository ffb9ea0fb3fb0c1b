import type { JsonObject, OptionSpec, OptionSpecs } from '../../harness/contract.ts';
import { showValue } from '../../harness/options.ts';
import { range } from '../../harness/read-option.ts';
import type { Column } from '../../harness/report/table.ts';

export const OPTION_COLUMNS: readonly Column[] = [
	{ header: 'option' },
	{ header: 'type' },
	{ header: 'default' },
	{ header: 'what it does' },
];

/** Options as rows of a table under {@link OPTION_COLUMNS}. */
export function optionRows(specs: OptionSpecs): readonly (readonly string[])[] {
	return Object.entries(specs).map(([name, spec]) => [
		name,
		[spec.type, range(spec)].filter((part) => part !== undefined).join('choices' in spec ? ': ' : ' '),
		showValue(spec.default),
		spec.help,
	]);
}

/** Options as JSON: what the specification says, keys in snake_case. */
export function optionsToJson(specs: OptionSpecs): readonly JsonObject[] {
	return Object.entries(specs).map(([name, spec]) => ({ option: name, ...specToJson(spec) }));
}

export function specToJson({ help, ...spec }: OptionSpec): JsonObject {
	const { minItems, ...rest } = { minItems: undefined, ...spec };
	return { ...rest, ...(minItems === undefined ? {} : { min_items: minItems }), help };
}
