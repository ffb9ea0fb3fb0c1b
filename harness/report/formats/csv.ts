import type { Cell, Section } from '../view.ts';
import type { Format } from './format.ts';
import { plainText } from './plain-text.ts';
import { tablesOf } from './tables-of.ts';

/**
 * Long form, one value a row (RFC 4180): the section, the columns that say which row it is, the quantity, its value at
 * full precision. An interval is two quantities, `..._low` and `..._high`. All sections, details too.
 */
export const csvFormat: Format = {
	name: 'csv',
	summary: 'long form, one value a row',
	render(view) {
		const sections = tablesOf(view);
		const keys = [
			...new Set(sections.flatMap(({ table }) => table?.columns ?? []).flatMap((c) => (c.identifies ? [c.key] : []))),
		];
		return [['section', ...keys, 'quantity', 'value'], ...rowsOf(sections, keys)].map(line).join('\n');
	},
};

function rowsOf(sections: readonly Section[], keys: readonly string[]): string[][] {
	return sections.flatMap(({ name, table }) =>
		(table?.groups.flat() ?? []).flatMap((row) => {
			const columns = table?.columns ?? [];
			const identity = keys.map((key) => {
				const at = columns.findIndex((column) => column.identifies && column.key === key);
				return at === -1 ? '' : plain((row[at] as Cell).value ?? (row[at] as Cell).text);
			});
			return columns.flatMap((column, i) =>
				column.identifies
					? []
					: quantities(column.key, row[i] as Cell).map(([quantity, value]) => [name, ...identity, quantity, value]),
			);
		}),
	);
}

function quantities(key: string, { text, value }: Cell): readonly (readonly [string, string])[] {
	if (Array.isArray(value))
		return [
			[`${key}_low`, plain(value[0] as number)],
			[`${key}_high`, plain(value[1] as number)],
		];
	return [[key, value === undefined ? text : plain(value as string)]];
}

function plain(value: Cell['value']): string {
	return value === null || value === undefined ? '' : String(value);
}

function line(cells: readonly string[]): string {
	return cells.map(field).join(',');
}

function field(value: string): string {
	const text = plainText(value);
	// A leading =, +, @ or tab would be run as a formula by spreadsheets; numbers keep their sign.
	const safe = /^[=+@\t]/.test(text) && !/^[+-]?[\d.]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
