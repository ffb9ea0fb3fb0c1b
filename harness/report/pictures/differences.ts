import { scaleLinear } from 'd3-scale';
import { formatCount, formatDelta } from '../numbers.ts';
import { leftAxis, linearOver } from './axis.ts';
import type { DifferencesFigure, Drawn } from './figure.ts';
import { drawing, label, svg } from './svg.ts';

const LEFT = 56;
const TOP = 10;
const BOTTOM = 210;

/** Ordered differences: one bar a query, the largest loss at the left, the largest gain at the right; the mean as a band. */
export function drawDifferences({ deltas, mean, what, confidence }: DifferencesFigure, width: number): Drawn {
	const right = width - 8;
	const ordered = [...deltas].sort((one, other) => one - other);
	const x = scaleLinear([0, Math.max(1, ordered.length)], [LEFT, right]);
	const y = linearOver([...ordered, mean.low, mean.high], [BOTTOM, TOP], [0]);
	const wide = Math.max(0.5, x(1) - x(0));
	const bars = ordered
		.map((delta, i) => (delta === 0 ? '' : `M${short(x(i) + wide / 2)} ${short(y(0))}V${short(y(delta))}`))
		.join('');
	const worse = ordered.filter((delta) => delta < 0).length;
	const better = ordered.filter((delta) => delta > 0).length;
	const same = ordered.length - worse - better;
	const counts = `${formatCount(worse)} worse, ${formatCount(same)} the same, ${formatCount(better)} better`;
	const [high, low] = [y(mean.high), y(mean.low)];
	return {
		svg: drawing(
			width,
			BOTTOM + 30,
			`Differences by query, ${what}, in order: ${counts}. Mean ${formatDelta(mean.value)}, ${confidence} ${formatDelta(mean.low)} to ${formatDelta(mean.high)}.`,
			[
				leftAxis(y, LEFT, right),
				svg('path', { d: bars, class: 'bars', 'stroke-width': wide > 4 ? wide - 1 : wide }),
				svg('line', { x1: LEFT, x2: right, y1: y(0), y2: y(0), class: 'zero' }),
				svg('rect', { x: LEFT, y: high, width: right - LEFT, height: Math.max(1, low - high), class: 'band' }),
				svg('line', { x1: LEFT, x2: right, y1: y(mean.value), y2: y(mean.value), class: 'mean' }),
				label(LEFT, BOTTOM + 20, `${formatCount(worse)} worse`, { class: 'tone-bad' }),
				label((LEFT + right) / 2, BOTTOM + 20, `${formatCount(same)} the same`, { 'text-anchor': 'middle' }),
				label(right, BOTTOM + 20, `${formatCount(better)} better`, { 'text-anchor': 'end', class: 'tone-good' }),
			],
		),
		caption: `${what}: one bar a query, from the largest loss to the largest gain. The dashed line is the mean, ${formatDelta(mean.value)}, the band its ${confidence} interval.`,
	};
}

function short(value: number): string {
	return String(Math.round(value * 100) / 100);
}
