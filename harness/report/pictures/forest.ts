import { formatDelta } from '../numbers.ts';
import { bottomAxis, linearOver, WIDTH } from './axis.ts';
import type { Drawn, ForestFigure, ForestRow } from './figure.ts';
import { markAt, shapesInWords } from './mark.ts';
import { drawing, label, type Svg, shorten, svg, widthOf } from './svg.ts';

const ROW = 26;
const HEADING = 28;
const TOP = 8;

/** Forest plot: a row per difference, its interval as a line, its verdict as a shape and a word, MDE as a band around 0. */
export function drawForest(figure: ForestFigure): Drawn {
	const { rows, confidence, what } = figure;
	const left = Math.min(220, Math.max(70, ...rows.map((row) => widthOf(row.label) + 24)));
	const right = WIDTH - Math.min(230, 84 + Math.max(...rows.map(({ word }) => widthOf(word)), 40));
	const reach = rows.flatMap(({ delta, low, high, mde, limit }) => [
		delta,
		low,
		high,
		...(mde === undefined ? [] : [-mde, mde]),
		...(limit === undefined ? [] : [limit]),
	]);
	const x = linearOver(reach, [left, right], [0]);
	const lines = linesOf(rows);
	const bottom = TOP + lines.reduce((sum, line) => sum + (line.heading === undefined ? ROW : HEADING), 0);
	const marks: Svg[] = [];
	let y = TOP;
	for (const { heading, row } of lines) {
		if (heading !== undefined) {
			marks.push(label(0, y + HEADING - 8, shorten(heading, WIDTH), { class: 'heading' }));
			y += HEADING;
		}
		if (row !== undefined) {
			marks.push(...drawRow(row, y + ROW / 2, { x, left, right, confidence }));
			y += ROW;
		}
	}
	const zero = svg('line', { x1: x(0), x2: x(0), y1: TOP, y2: bottom, class: 'zero' });
	return {
		svg: drawing(WIDTH, bottom + 42, altOf(figure), [bottomAxis(x, TOP, bottom, what), zero, ...marks]),
		caption: captionOf(figure),
	};
}

interface Frame {
	readonly x: (value: number) => number;
	readonly left: number;
	readonly right: number;
	readonly confidence: string;
}

function drawRow(row: ForestRow, y: number, { x, left, right, confidence }: Frame): readonly Svg[] {
	const { delta, low, high, mde, limit, word, tone } = row;
	const words = `${row.group === undefined ? '' : `${row.group}, `}${row.label}: ${formatDelta(delta)}, ${confidence} ${formatDelta(low)} .. ${formatDelta(high)}, ${word}`;
	return [
		...(mde === undefined
			? []
			: [svg('rect', { x: x(-mde), y: y - 9, width: x(mde) - x(-mde), height: 18, class: 'band' })]),
		label(left - 12, y + 4, shorten(row.label, left - 12), { 'text-anchor': 'end' }),
		svg('line', { x1: x(low), x2: x(high), y1: y, y2: y, class: `interval tone-${tone}` }),
		...(limit === undefined
			? []
			: [svg('line', { x1: x(limit), x2: x(limit), y1: y - 11, y2: y + 11, class: 'limit' })]),
		markAt(x(delta), y, tone, words),
		label(right + 14, y + 4, formatDelta(delta), { class: 'figure' }),
		label(right + 76, y + 4, shorten(word, WIDTH - right - 76), { class: `tone-${tone} word` }),
	];
}

/** Rows with a heading before each group, in order. */
function linesOf(rows: readonly ForestRow[]): readonly { readonly heading?: string; readonly row?: ForestRow }[] {
	return rows.flatMap((row, i) =>
		row.group === undefined || row.group === rows[i - 1]?.group ? [{ row }] : [{ heading: row.group }, { row }],
	);
}

function captionOf({ rows, confidence, what }: ForestFigure): string {
	return [
		`Differences (${what}) with ${confidence} intervals; ${shapesInWords(rows)}.`,
		...(rows.some(({ mde }) => mde !== undefined)
			? ['The band around 0 reaches to the smallest true difference that would have been found, where none was.']
			: []),
		...(rows.some(({ limit }) => limit !== undefined) ? ['The short upright line is the limit.'] : []),
	].join(' ');
}

function altOf({ rows, confidence, what }: ForestFigure): string {
	const said = rows.map(
		({ group, label: name, word, delta, low, high }) =>
			`${group === undefined ? '' : `${group}, `}${name}: ${word}, ${formatDelta(delta)} (${formatDelta(low)} to ${formatDelta(high)})`,
	);
	return `Forest plot of ${what} with ${confidence} intervals. ${said.join('; ')}.`;
}
