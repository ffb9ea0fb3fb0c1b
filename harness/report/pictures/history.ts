import { scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatMetric } from '../numbers.ts';
import { leftAxis, linearOver } from './axis.ts';
import type { Drawn, HistoryFigure } from './figure.ts';
import { markAt } from './mark.ts';
import { drawing, label, type Svg, shorten, svg, widthOf } from './svg.ts';

const LEFT = 56;
const TOP = 12;
const BOTTOM = 190;

type Point = HistoryFigure['points'][number];

/** One metric over runs in order of time: the line is the mean, the band its interval, a triangle down a loss. */
export function drawHistory({ metric, points, confidence }: HistoryFigure, width: number): Drawn {
	const right = width - 16;
	const positions = points.map((_, i) => String(i));
	const x = scalePoint(positions, [LEFT, right]).padding(0.5);
	const at = (i: number): number => x(String(i)) ?? LEFT;
	const y = linearOver(
		points.flatMap(({ low, high, value }) => [low, high, value]),
		[BOTTOM, TOP],
	);
	const band = area<Point>()
		.x((_, i) => at(i))
		.y0(({ low }) => y(low))
		.y1(({ high }) => y(high))([...points]);
	const path = line<Point>(
		(_, i) => at(i),
		({ value }) => y(value),
	)([...points]);
	const widest = Math.max(...points.map((point) => widthOf(point.label)), 1);
	const every = Math.max(1, Math.ceil((widest + 10) / Math.max(1, x.step())));
	const marks = points.flatMap((point, i): readonly Svg[] => [
		...(points.length === 1
			? [svg('line', { x1: at(i), x2: at(i), y1: y(point.low), y2: y(point.high), class: 'whisker' })]
			: []),
		markAt(
			at(i),
			y(point.value),
			point.loss === true ? 'bad' : 'quiet',
			`${point.label}: ${metric} ${formatMetric(point.value)}, ${confidence} ${formatMetric(point.low)} .. ${formatMetric(point.high)}${point.loss === true ? ', a loss against the one before' : ''}`,
			point.loss === true ? 90 : 36,
		),
		...(i % every === 0
			? [label(at(i), BOTTOM + 18, shorten(point.label, Math.max(80, x.step() * every)), { 'text-anchor': 'middle' })]
			: []),
	]);
	const said = points.map(
		(point) => `${point.label}: ${formatMetric(point.value)}${point.loss === true ? ', a loss' : ''}`,
	);
	return {
		svg: drawing(width, BOTTOM + 30, `${metric} over ${points.length} runs. ${said.join('; ')}.`, [
			leftAxis(y, LEFT, right),
			svg('path', { d: band ?? '', class: 'band' }),
			svg('path', { d: path ?? '', class: 'seen' }),
			...marks,
		]),
		caption: `${metric}, runs in order of commit and time; the band is the ${confidence} interval of each mean. A triangle down is a loss against the run before.`,
	};
}
