import type { Json } from '../../contract.ts';
import { type Section, type View, viewTable } from '../view.ts';

type Fact = readonly [name: string, value: string | number | boolean | null];

/**
 * The sections of a view, for forms that are nothing but tables: where a view has no table (a file was written, so
 * many documents judged), one of the plain values of its data.
 */
export function tablesOf({ sections, data }: View): readonly Section[] {
	if (sections.some(({ table }) => table !== undefined)) return sections;
	const facts = Object.entries(data).flatMap(([name, value]) => factsOf(name, value));
	if (facts.length === 0) return sections;
	return [
		{
			name: 'result',
			table: viewTable<Fact>(
				[
					{ key: 'what', header: 'what', identifies: true, cell: ([name]) => name },
					{
						key: 'value',
						header: 'value',
						cell: ([, value]) => ({ text: value === null ? '-' : String(value), value }),
					},
				],
				facts,
			),
		},
	];
}

/** Members of objects under dotted names; lists are left to JSON. */
function factsOf(name: string, value: Json): readonly Fact[] {
	if (value === null || typeof value !== 'object') return [[name, value]];
	if (Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([key, inner]) => factsOf(`${name}.${key}`, inner as Json));
}
