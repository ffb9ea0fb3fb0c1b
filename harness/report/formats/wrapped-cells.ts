import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { Cell, ViewColumn } from '../view.ts';
import { plainText } from './plain-text.ts';

/** Columns between two cells. */
const GAP = 2;
/** A column is not made narrower than this for the sake of others. */
const NARROWEST = 12;

/**
 * How wide each column may be so that the table fits `width`; undefined: as wide as it is. Only columns that wrap give
 * way, the widest first, and what is left is shared among them evenly.
 */
export function columnLimits(
	columns: readonly ViewColumn[],
	rows: readonly (readonly Cell[])[],
	width: number,
): readonly (number | undefined)[] {
	const natural = columns.map(({ header }, i) =>
		rows.reduce(
			(most, row) => Math.max(most, stringWidth(plainText((row[i] as Cell).text))),
			stringWidth(plainText(header)),
		),
	);
	const open = new Set(columns.flatMap(({ wraps }, i) => (wraps ? [i] : [])));
	const total = natural.reduce((sum, one) => sum + one, 0) + GAP * (columns.length - 1);
	if (total <= width || open.size === 0) return columns.map(() => undefined);
	let left = width - GAP * (columns.length - 1);
	natural.forEach((one, i) => {
		if (!open.has(i)) left -= one;
	});
	// Columns that need less than an even share keep their width, and the others share what that leaves.
	for (let settled = true; settled && open.size > 0; ) {
		settled = false;
		for (const i of open)
			if ((natural[i] as number) <= left / open.size) {
				open.delete(i);
				left -= natural[i] as number;
				settled = true;
			}
	}
	const share = Math.max(NARROWEST, Math.floor(left / Math.max(1, open.size)));
	return columns.map((_, i) => (open.has(i) ? share : undefined));
}

/** A text as the lines of a cell that is at most `limit` wide. */
export function linesOf(text: string, limit: number | undefined): readonly string[] {
	return limit === undefined || stringWidth(text) <= limit
		? [text]
		: wrapAnsi(text, limit, { hard: true }).split('\n').map(plainText);
}
