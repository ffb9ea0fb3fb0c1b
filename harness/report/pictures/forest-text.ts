import { formatDelta } from '../numbers.ts';
import type { ForestFigure } from './figure.ts';
import { bandOf, forestReach } from './forest-reach.ts';
import { SHAPES } from './mark.ts';

/** Characters of the drawn part. */
const REACH = 33;

/**
 * The forest plot with characters, for Markdown and terminals: `├──▲──┤` is an interval with its mean, `│` is 0, `░` the
 * band of the MDE.
 */
export function forestText({ rows, confidence, what }: ForestFigure): readonly string[] {
	const [low, high] = forestReach(rows);
	const at = (value: number): number =>
		high === low ? Math.floor(REACH / 2) : Math.round(((value - low) / (high - low)) * (REACH - 1));
	const names = rows.map(({ group, label }) => (group === undefined ? label : `${group} ${label}`));
	const wide = Math.max(0, ...names.map((name) => [...name].length));
	const drawn = rows.map((row, i) => {
		const cells = Array.from({ length: REACH }, () => ' ');
		const fill = (from: number, to: number, character: string): void => {
			for (let column = at(from); column <= at(to); column++) cells[column] = character;
		};
		const band = bandOf(row, [low, high]);
		if (band !== undefined) fill(...band, '░');
		cells[at(0)] = '│';
		fill(row.low, row.high, '─');
		if (row.low <= 0 && row.high >= 0) cells[at(0)] = '┼';
		cells[at(row.low)] = '├';
		cells[at(row.high)] = '┤';
		if (row.limit !== undefined) cells[at(row.limit)] = '┊';
		cells[at(row.delta)] = SHAPES[row.tone].character;
		return `${(names[i] as string).padEnd(wide)}  ${cells.join('')}  ${formatDelta(row.delta)}  ${row.word}`;
	});
	return [
		...drawn,
		`${''.padEnd(wide)}  ${formatDelta(low)}${formatDelta(high).padStart(REACH - 7)}  ${what}, ${confidence}`,
	];
}
