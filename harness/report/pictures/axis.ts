import { type ScaleLinear, type ScaleLogarithmic, scaleLinear } from 'd3-scale';
import { group, label, type Svg, shorten, svg, widthOf } from './svg.ts';

export type NumberScale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;

/** Width of a drawing in user units, which are pixels: on a desk, and on a phone. */
export const WIDTH = 720;
export const NARROW = 360;

/** A scale over these values and `always` (such as 0), with a little air; one value alone gets air around it. */
export function linearOver(
	values: readonly number[],
	range: readonly [number, number],
	always: readonly number[] = [],
): ScaleLinear<number, number> {
	const finite = [...values, ...always].filter(Number.isFinite);
	const low = finite.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
	const high = finite.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
	if (!(low <= high)) return scaleLinear([0, 1], range);
	const air = high === low ? Math.abs(high) * 0.1 || 0.05 : (high - low) * 0.05;
	return scaleLinear([low - air, high + air], range);
}

/** Ticks along the bottom: grid lines from `top` to `bottom`, numbers below, what they are under them. */
export function bottomAxis(
	scale: NumberScale,
	top: number,
	bottom: number,
	what: string,
	width: number,
	count = width < WIDTH ? 4 : 6,
	format: (tick: number) => string = scale.tickFormat(count),
): Svg {
	const [from = 0, to = 0] = scale.range();
	// Below the axis where there is room, else in the middle of the drawing.
	const half = Math.min(widthOf(what), width) / 2;
	const middle = Math.min(Math.max((from + to) / 2, half), width - half);
	return group({ class: 'axis' }, [
		...scale.ticks(count).flatMap((tick) => {
			const words = format(tick);
			if (words === '') return [];
			const x = scale(tick);
			return [
				svg('line', { x1: x, x2: x, y1: top, y2: bottom, class: 'grid' }),
				label(x, bottom + 16, words, { 'text-anchor': anchorAt(x, widthOf(words), width) }),
			];
		}),
		svg('line', { x1: from, x2: to, y1: bottom, y2: bottom, class: 'rule' }),
		label(middle, bottom + 34, shorten(what, width), { 'text-anchor': 'middle' }),
	]);
}

/** In the middle, unless the words would stand out over an end of the drawing. */
function anchorAt(x: number, wide: number, width: number): string {
	return x - wide / 2 < 0 ? 'start' : x + wide / 2 > width ? 'end' : 'middle';
}

/** Ticks along the left, numbers beside them. */
export function leftAxis(scale: NumberScale, left: number, right: number, count = 5): Svg {
	const format = scale.tickFormat(count);
	return group(
		{ class: 'axis' },
		scale.ticks(count).flatMap((tick) => {
			const y = scale(tick);
			return [
				svg('line', { x1: left, x2: right, y1: y, y2: y, class: 'grid' }),
				label(left - 6, y + 4, format(tick), { 'text-anchor': 'end' }),
			];
		}),
	);
}
