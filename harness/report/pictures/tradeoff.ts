import { scaleLog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { formatMetric, formatMilliseconds } from '../numbers.ts';
import { bottomAxis, leftAxis, linearOver, type NumberScale } from './axis.ts';
import type { Drawn, TradeoffFigure, TradeoffPoint } from './figure.ts';
import { markAt } from './mark.ts';
import { paretoFront } from './pareto.ts';
import { drawing, label, type Svg, svg, widthOf } from './svg.ts';

const LEFT = 56;
const TOP = 14;
const BOTTOM = 280;
/** The least latency that a logarithmic scale takes: a clock's resolution. */
const LEAST = 0.001;

/** Quality against latency: the mark is the median, the line reaches to p95, the step line is the Pareto front. */
export function drawTradeoff({ metric, systems }: TradeoffFigure, width: number): Drawn {
	const right = width - 16;
	const front = paretoFront(systems);
	const times = systems.flatMap(({ p50, p95 }) => [Math.max(LEAST, p50), Math.max(LEAST, p95)]);
	const x = scaleLog([Math.min(...times) / 1.4, Math.max(...times) * 1.4], [LEFT, right]);
	const y = linearOver(
		systems.flatMap(({ quality, low = quality, high = quality }) => [quality, low, high]),
		[BOTTOM, TOP],
	);
	const at = (milliseconds: number): number => x(Math.max(LEAST, milliseconds));
	const steps = line<TradeoffPoint>(
		({ p50 }) => at(p50),
		({ quality }) => y(quality),
	).curve(curveStepAfter)([...front]);
	const taken: { readonly x: number; readonly y: number; readonly width: number }[] = [];
	const marks = systems.flatMap((system): readonly Svg[] => {
		const [cx, cy] = [at(system.p50), y(system.quality)];
		const wide = widthOf(system.label);
		const toLeft = cx + 12 + wide > right;
		const start = toLeft ? cx - 12 - wide : cx + 12;
		// Names that would lie on one another are moved down.
		let ty = cy - 8;
		while (
			taken.some((other) => Math.abs(other.y - ty) < 14 && start < other.x + other.width && other.x < start + wide)
		)
			ty += 14;
		taken.push({ x: start, y: ty, width: wide });
		const words = `${system.label}: ${metric} ${formatMetric(system.quality)}, p50 ${formatMilliseconds(system.p50)} ms, p95 ${formatMilliseconds(system.p95)} ms`;
		return [
			...(system.low === undefined || system.high === undefined
				? []
				: [svg('line', { x1: cx, x2: cx, y1: y(system.low), y2: y(system.high), class: 'whisker' })]),
			svg('line', { x1: cx, x2: at(system.p95), y1: cy, y2: cy, class: 'whisker' }),
			markAt(cx, cy, front.includes(system) ? 'same' : 'open', words),
			label(start, ty, system.label, {}),
		];
	});
	const names = front.map((system) => system.label).join(', ');
	return {
		svg: drawing(
			width,
			BOTTOM + 42,
			`${metric} against latency. ${systems.map(({ label: name, quality, p50, p95 }) => `${name}: ${formatMetric(quality)}, p50 ${formatMilliseconds(p50)} ms, p95 ${formatMilliseconds(p95)} ms`).join('; ')}. On the Pareto front: ${names}.`,
			[
				leftAxis(y, LEFT, right),
				bottomAxis(x, TOP, BOTTOM, 'milliseconds per query, logarithmic', width, 4, plainTick(x)),
				svg('path', { d: steps ?? '', class: 'front' }),
				...marks,
			],
		),
		caption: `${metric} against latency: the mark is the median, the line to the right reaches to p95, the upright one is the interval of the mean. Squares are on the Pareto front (${names}): no other system is both at least as good and as fast. Means and medians are taken as they are.`,
	};
}

/** 1, 2 and 5 of every power of ten, or all ticks where the scale spans little; without prefixes such as `200m`. */
function plainTick(scale: NumberScale): (tick: number) => string {
	const [from = 1, to = 1] = scale.domain();
	return (tick) => (to / from < 8 || /^[0.]*[125]0*$/.test(String(tick)) ? String(tick) : '');
}
