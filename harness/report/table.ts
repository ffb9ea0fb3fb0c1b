import Table from 'cli-table3';

export interface Column {
	readonly header: string;
	/** Numbers stand right, words left (the default). */
	readonly align?: 'left' | 'right';
}

/** A row of cells; `rule` draws a line where one group of rows ends and the next begins. */
export type Row = readonly string[] | 'rule';

/**
 * A table as text: two spaces between columns, one rule under the header, no boxes. Cells may hold colour codes; their
 * width is counted without them.
 */
export function renderTable(columns: readonly Column[], rows: readonly Row[]): string {
	const none = Object.fromEntries(FRAME.map((part) => [part, '']));
	const table = new Table({
		colAligns: columns.map((column) => column.align ?? 'left'),
		chars: { ...none, middle: '  ' },
		style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
	});
	table.push(columns.map((column) => column.header));
	for (const row of rows) if (row !== 'rule') table.push([...row]);

	const lines = table.toString().split('\n');
	const width = lines.reduce((widest, line) => Math.max(widest, visibleWidth(line)), 0);
	const rule = '─'.repeat(width);
	const out = [(lines[0] as string).trimEnd(), rule];
	let next = 1;
	for (const row of rows) out.push(row === 'rule' ? rule : (lines[next++] as string).trimEnd());
	return out.join('\n');
}

const FRAME = [
	'top',
	'top-mid',
	'top-left',
	'top-right',
	'bottom',
	'bottom-mid',
	'bottom-left',
	'bottom-right',
	'left',
	'left-mid',
	'mid',
	'mid-mid',
	'right',
	'right-mid',
];

function visibleWidth(line: string): number {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters
	return [...line.replace(/\u001b\[[0-9;]*m/g, '')].length;
}
