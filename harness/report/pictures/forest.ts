import { formatDelta } from '../numbers.ts';
import { bottomAxis, linearOver, WIDTH } from './axis.ts';
import type { Drawn, ForestFigure, ForestRow } from './figure.ts';
import { bandOf, forestReach } from './forest-reach.ts';
import { markAt, shapesInWords } from './mark.ts';
import { drawing, label, type Svg, shorten, svg, widthOf } from './svg.ts';

const HEADING = 28;
const TOP = 8;

/** Where the parts of a row stand. */
interface Layout {
	/** Height of a row. */
	readonly row: number;
	/** From the top of a row down to its interval, and to its words. */
	readonly line: number;
	readonly words: number;
	/** The ends of the interval's scale. */
	readonly left: number;
	readonly right: number;
	readonly name: (row: ForestRow, y: number) => Svg;
	readonly figures: (row: ForestRow, y: number) => readonly Svg[];
}

/**
 * Forest plot: a row per difference, its interval as a line, its verdict as a shape and a word, MDE as a band around 0.
 * On a narrow drawing the words of a row stand above its interval.
 */
export function drawForest(figure: ForestFigure, width: number): Drawn {
	const { rows, confidence, what } = figure;
	const layout = width < WIDTH ? stacked(width) : beside(rows, width);
	const { left, right } = layout;
	const x = linearOver(forestReach(rows), [left, right], [0]);
	const lines = linesOf(rows);
	const bottom = TOP + lines.reduce((sum, line) => sum + (line.heading === undefined ? layout.row : HEADING), 0);
	const marks: Svg[] = [];
	let y = TOP;
	for (const { heading, row } of lines) {
		if (heading !== undefined) {
			marks.push(label(0, y + HEADING - 8, shorten(heading, width), { class: 'heading' }));
			y += HEADING;
		}
		if (row !== undefined) {
			marks.push(...drawRow(row, y, layout, x, confidence));
			y += layout.row;
		}
	}
	const zero = svg('line', { x1: x(0), x2: x(0), y1: TOP, y2: bottom, class: 'zero' });
	return {
		svg: drawing(width, bottom + 42, altOf(figure), [bottomAxis(x, TOP, bottom, what, width), zero, ...marks]),
		caption: captionOf(figure),
	};
}

/** Name, interval, figures from left to right. */
function beside(rows: readonly ForestRow[], width: number): Layout {
	const left = Math.min(220, Math.max(70, ...rows.map((row) => widthOf(row.label) + 24)));
	const right = width - Math.min(230, 84 + Math.max(...rows.map(({ word }) => widthOf(word)), 40));
	return {
		row: 26,
		line: 13,
		words: 17,
		left,
		right,
		name: (row, y) => label(left - 12, y, shorten(row.label, left - 12), { 'text-anchor': 'end' }),
		figures: ({ delta, word, tone }, y) => [
			label(right + 14, y, formatDelta(delta), { class: 'figure' }),
			label(right + 76, y, shorten(word, width - right - 76), { class: `tone-${tone} word` }),
		],
	};
}

/** Name and figures in one line, the interval below them over the whole width. */
function stacked(width: number): Layout {
	return {
		row: 42,
		line: 28,
		words: 13,
		left: 8,
		right: width - 8,
		name: (row, y) => label(8, y, shorten(row.label, width - 80 - Math.min(150, widthOf(row.word)))),
		figures: ({ delta, word, tone }, y) => {
			const verdict = shorten(word, 150);
			return [
				label(width - 16 - widthOf(verdict), y, formatDelta(delta), { class: 'figure', 'text-anchor': 'end' }),
				label(width - 8, y, verdict, { class: `tone-${tone} word`, 'text-anchor': 'end' }),
			];
		},
	};
}

function drawRow(
	row: ForestRow,
	top: number,
	layout: Layout,
	x: (value: number) => number,
	confidence: string,
): readonly Svg[] {
	const { delta, low, high, limit, word, tone } = row;
	const y = top + layout.line;
	const words = `${row.group === undefined ? '' : `${row.group}, `}${row.label}: ${formatDelta(delta)}, ${confidence} ${formatDelta(low)} .. ${formatDelta(high)}, ${word}`;
	return [
		...drawBand(row, y, layout, x),
		layout.name(row, top + layout.words),
		svg('line', { x1: x(low), x2: x(high), y1: y, y2: y, class: `interval tone-${tone}` }),
		...(limit === undefined
			? []
			: [svg('line', { x1: x(limit), x2: x(limit), y1: y - 11, y2: y + 11, class: 'limit' })]),
		markAt(x(delta), y, tone, words),
		...layout.figures(row, top + layout.words),
	];
}

function drawBand(row: ForestRow, y: number, { left, right }: Layout, x: (value: number) => number): readonly Svg[] {
	const all = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
	const band = bandOf(row, all);
	if (band === undefined) return [];
	const from = Math.max(left, band[0] === all[0] ? left : x(band[0]));
	const to = Math.min(right, band[1] === all[1] ? right : x(band[1]));
	return [svg('rect', { x: from, y: y - 9, width: to - from, height: 18, class: 'band' })];
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
			? [
					'The band around 0 reaches to the smallest true differences that would have been found, where none was; to the edge: further than shown, or no difference that way can be found.',
				]
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
