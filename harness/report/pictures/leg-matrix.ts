import { formatMetric } from '../numbers.ts';
import { bottomAxis, linearOver, WIDTH } from './axis.ts';
import type { Drawn, LegMatrixFigure } from './figure.ts';
import { markAt } from './mark.ts';
import { drawing, label, type Svg, shorten, svg, widthOf } from './svg.ts';

const ROW = 24;
const TOP = 30;

/** Ablation as a matrix: a filled dot where the system has the leg, beside it what the system is worth. */
export function drawLegMatrix({ metric, legs, rows }: LegMatrixFigure): Drawn {
	const column = Math.min(100, Math.max(36, ...legs.map((leg) => widthOf(leg) + 12)), 320 / Math.max(1, legs.length));
	const left = legs.length * column + 30;
	const right = WIDTH - 210;
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
		const name = has.length === 0 ? 'no leg' : has.join(' + ');
		const present = legs.flatMap((leg, i) => (has.includes(leg) ? [column * (i + 0.5)] : []));
		const [first, last] = [present[0], present.at(-1)];
		return [
			...(row % 2 === 1 ? [svg('rect', { x: 0, y: y - ROW / 2, width: WIDTH, height: ROW, class: 'stripe' })] : []),
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
				: [label(right + 70, y + 4, shorten(word, WIDTH - right - 70), { class: `tone-${tone} word` })]),
		];
	});
	const said = rows.map(
		({ has, value, word }) =>
			`${has.length === 0 ? 'no leg' : has.join(' and ')}: ${formatMetric(value)}${word === undefined ? '' : `, ${word}`}`,
	);
	return {
		svg: drawing(WIDTH, bottom + 42, `${metric} by the legs that a system has. ${said.join('; ')}.`, [
			...heads,
			bottomAxis(x, TOP, bottom, metric, 4),
			...marks,
		]),
		caption: `${metric} of every combination of legs: a filled dot is a leg that the system has, the line an interval of its mean.`,
	};
}
