import { FORMATS } from '../../../harness/datasets/formats/index.ts';
import { OPTION_COLUMNS, type OptionRow, optionRows, optionsToJson } from '../../../harness/report/options.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import { type Column, type View, viewTable } from '../../../harness/report/view.ts';

type DatasetFormat = (typeof FORMATS)[number];
type FormatOption = OptionRow & { readonly format: string };

/** The dataset formats, what can be done with each, and their options. */
export function formatsView(): View {
	const formatColumn: Column<FormatOption> = {
		key: 'format',
		header: 'format',
		identifies: true,
		cell: ({ format }) => format,
	};
	return {
		kind: 'dataset_formats',
		title: 'Dataset formats',
		answer: [],
		warnings: [],
		sections: [
			{
				name: 'formats',
				table: viewTable<DatasetFormat>(
					[
						{ key: 'format', header: 'format', identifies: true, cell: ({ name }) => name },
						{ key: 'can', header: 'can', cell: canDo },
						{ key: 'summary', header: 'what it is', wraps: true, cell: ({ summary }) => summary },
					],
					FORMATS,
				),
			},
			{
				name: 'options',
				table: viewTable<FormatOption>(
					[formatColumn, ...OPTION_COLUMNS],
					FORMATS.flatMap(({ name, options }) => optionRows(options).map((row) => ({ format: name, ...row }))),
				),
			},
		],
		notes: [],
		data: toJsonObject({
			formats: FORMATS.map(({ name, summary, takes, options, read, write }) => ({
				name,
				summary,
				takes,
				options: optionsToJson(options),
				import: read !== undefined,
				export: write !== undefined,
			})),
		}),
	};
}

function canDo({ read, write }: DatasetFormat): string {
	return [...(read === undefined ? [] : ['import']), ...(write === undefined ? [] : ['export'])].join(', ');
}
