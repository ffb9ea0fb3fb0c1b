import { formatMetric } from '../numbers.ts';
import { bottomAxis, linearOver, WIDTH } from './axis.ts';
import type { Drawn, LegMatrixFigure } from './figure.ts';
import { markAt } from './mark.ts';
import { drawing, label, type Svg, shorten, svg, widthOf } from './svg.ts';

const ROW = 24;
const TOP = 30;

/** Ablation as a matrix: a filled dot where the system has the leg, beside it what the system is worth. */
export function drawLegMatrix(figure: LegMatrixFigure, width: number): Drawn {
	return width < WIDTH ? drawStacked(figure, width) : drawMatrix(figure, width);
}

function drawMatrix(figure: LegMatrixFigure, width: number): Drawn {
	const { metric, legs, rows } = figure;
	const column = Math.min(100, Math.max(36, ...legs.map((leg) => widthOf(leg) + 12)), 320 / Math.max(1, legs.length));
	const left = legs.length * column + 30;
	const right = width - 210;
	const bottom = TOP + rows.length * ROW;
	const x = linearOver(
		rows.flatMap(({ value, low = value, high = value }) => [value, low, high]),
		[left, right],
	);
	const heads = legs.map((leg, i) =>
		label(column * (i + 0.5), TOP - 12, shorten(leg, column), { 'text-anchor': 'middle', class: 'heading' }),
	);
	const marks = rows.flatMap(({ has, value, low, high, word, tone = 'quiet' }, row): readonly Svg[] => {
		const y = TOP + (row + 0.5) * ROW;
		const name = nameOf(has);
		const present = legs.flatMap((leg, i) => (has.includes(leg) ? [column * (i + 0.5)] : []));
		const [first, last] = [present[0], present.at(-1)];
		return [
			...(row % 2 === 1 ? [svg('rect', { x: 0, y: y - ROW / 2, width, height: ROW, class: 'stripe' })] : []),
			...(first === undefined || last === undefined || first === last
				? []
				: [svg('line', { x1: first, x2: last, y1: y, y2: y, class: 'link' })]),
			...legs.map((leg, i) =>
				svg('circle', { cx: column * (i + 0.5), cy: y, r: 6, class: has.includes(leg) ? 'has' : 'lacks' }),
			),
			...(low === undefined || high === undefined
				? []
				: [svg('line', { x1: x(low), x2: x(high), y1: y, y2: y, class: `interval tone-${tone}` })]),
			markAt(
				x(value),
				y,
				tone,
				`${name}: ${metric} ${formatMetric(value)}${word === undefined ? '' : `, ${word}`}`,
				64,
			),
			label(right + 14, y + 4, formatMetric(value), { class: 'figure' }),
			...(word === undefined
				? []
				: [label(right + 70, y + 4, shorten(word, width - right - 70), { class: `tone-${tone} word` })]),
		];
	});
	return {
		svg: drawing(width, bottom + 42, altOf(figure), [...heads, bottomAxis(x, TOP, bottom, metric, width, 4), ...marks]),
		caption: `${metric} of every combination of legs: a filled dot is a leg that the system has, the line an interval of its mean.`,
	};
}

const STACKED_ROW = 42;

/** On a narrow drawing the legs are named above the mark. */
function drawStacked(figure: LegMatrixFigure, width: number): Drawn {
	const { metric, rows } = figure;
	const bottom = 8 + rows.length * STACKED_ROW;
	const x = linearOver(
		rows.flatMap(({ value, low = value, high = value }) => [value, low, high]),
		[8, width - 8],
	);
	const marks = rows.flatMap(({ has, value, low, high, word = '', tone = 'quiet' }, row): readonly Svg[] => {
		const top = 8 + row * STACKED_ROW;
		const y = top + 28;
		const verdict = shorten(word, 150);
		const room = verdict === '' ? 0 : widthOf(verdict) + 8;
		return [
			...(row % 2 === 1 ? [svg('rect', { x: 0, y: top - 2, width, height: STACKED_ROW, class: 'stripe' })] : []),
			label(8, top + 13, shorten(nameOf(has), width - 70 - room)),
			label(width - 8 - room, top + 13, formatMetric(value), { class: 'figure', 'text-anchor': 'end' }),
			...(verdict === ''
				? []
				: [label(width - 8, top + 13, verdict, { class: `tone-${tone} word`, 'text-anchor': 'end' })]),
			...(low === undefined || high === undefined
				? []
				: [svg('line', { x1: x(low), x2: x(high), y1: y, y2: y, class: `interval tone-${tone}` })]),
			markAt(x(value), y, tone, `${nameOf(has)}: ${metric} ${formatMetric(value)}`, 64),
		];
	});
	return {
		svg: drawing(width, bottom + 42, altOf(figure), [bottomAxis(x, 8, bottom, metric, width), ...marks]),
		caption: `${metric} of every combination of legs.`,
	};
}

function nameOf(has: readonly string[]): string {
	return has.length === 0 ? 'no leg' : has.join(' + ');
}

function altOf({ metric, rows }: LegMatrixFigure): string {
	const said = rows.map(
		({ has, value, word }) =>
			`${has.length === 0 ? 'no leg' : has.join(' and ')}: ${formatMetric(value)}${word === undefined ? '' : `, ${word}`}`,
	);
	return `${metric} by the legs that a system has. ${said.join('; ')}.`;
}
