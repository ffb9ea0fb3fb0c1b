import { renderTable } from '../table.ts';
import type { Cell, Section, ViewTable } from '../view.ts';
import type { Format, RenderOptions } from './format.ts';
import { plainText } from './plain-text.ts';
import { columnLimits, linesOf } from './wrapped-cells.ts';

/** Columns that long texts keep to where nobody says how wide the terminal is. */
const USUAL_WIDTH = 100;

/** For a terminal: the answer, the short tables, then notes. */
export const tableFormat: Format = {
	name: 'table',
	summary: 'text for a terminal',
	render(view, options) {
		const sections = view.sections.filter(({ detail }) => options.details || detail !== true);
		const hidden = view.sections.length - sections.length;
		return [
			view.answer.map(plainText).join('\n'),
			...sections.map((section) => renderSection(section, options)),
			view.notes.map(plainText).join('\n'),
			hidden > 0 ? quiet('--details shows the full tables.', options) : '',
		]
			.filter((block) => block !== '')
			.join('\n\n');
	},
};

function renderSection({ title, findings = [], table, notes = [] }: Section, options: RenderOptions): string {
	const { text, dropped } = table === undefined ? { text: '', dropped: [] } : fitted(table, options);
	const blocks = [
		[...(title === undefined ? [] : [plainText(title)]), ...findings.map(plainText)].join('\n'),
		text,
		[
			...notes.map(plainText),
			...(dropped.length > 0 ? [quiet(`not shown at ${options.width} columns: ${dropped.join(', ')}`, options)] : []),
		].join('\n'),
	];
	return blocks.filter((block) => block !== '').join('\n\n');
}

/** The table with as many columns as fit; those that may go are dropped one by one. */
function fitted(table: ViewTable, options: RenderOptions): { text: string; dropped: readonly string[] } {
	const dropped: string[] = [];
	let shown = table.columns.map((_, i) => i);
	for (;;) {
		const text = draw(table, shown, options);
		const droppable = shown
			.filter((i) => table.columns[i]?.dropOrder !== undefined)
			.sort((x, y) => (table.columns[y]?.dropOrder as number) - (table.columns[x]?.dropOrder as number));
		const [next] = droppable;
		if (options.width === undefined || next === undefined || widthOf(text) <= options.width) return { text, dropped };
		dropped.push(table.columns[next]?.header as string);
		shown = shown.filter((i) => i !== next);
	}
}

function draw({ columns, groups }: ViewTable, shown: readonly number[], { paint, width }: RenderOptions): string {
	const headers = shown.map((i) => columns[i] as ViewTable['columns'][number]);
	const rows = groups.map((group) => group.map((row) => shown.map((i) => row[i] as Cell)));
	const limits = columnLimits(headers, rows.flat(), width ?? USUAL_WIDTH);
	const cellText = (text: string, { tone }: Cell): string =>
		tone === undefined || paint === undefined || text === '' ? text : paint(tone, text);
	/** One row of the table is as many lines as its longest cell needs. */
	const drawn = (row: readonly Cell[]): readonly string[][] => {
		const cells = row.map(({ text }, i) => linesOf(plainText(text), limits[i]));
		const height = Math.max(1, ...cells.map(({ length }) => length));
		return Array.from({ length: height }, (_, line) => row.map((cell, i) => cellText(cells[i]?.[line] ?? '', cell)));
	};
	return renderTable(
		headers.map(({ header, align }) => ({ header: plainText(header), align })),
		rows.flatMap((group, g) => [...(g > 0 ? (['rule'] as const) : []), ...group.flatMap(drawn)]),
	);
}

/** The rule under the header is as wide as the table, and has no colour. */
function widthOf(table: string): number {
	return table.split('\n')[1]?.length ?? 0;
}

function quiet(text: string, { paint }: RenderOptions): string {
	return paint === undefined ? text : paint('quiet', text);
}
