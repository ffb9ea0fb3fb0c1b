import { scaleLinear } from 'd3-scale';
import { formatMetric } from '../numbers.ts';
import type { Drawn, HeatMapFigure } from './figure.ts';
import { drawing, label, type Svg, shorten, svg, tooltip, widthOf } from './svg.ts';

const TOP = 10;

/** A metric over two settings: the darker the better, the best with a frame; the value is written where there is room. */
export function drawHeatMap({ metric, x, y, values }: HeatMapFigure, width: number): Drawn {
	const left = Math.min(140, Math.max(50, ...y.values.map((value) => widthOf(String(value)) + 26)));
	const wide = Math.min(90, (width - left - 10) / Math.max(1, x.values.length));
	const tall = Math.min(36, Math.max(14, 400 / Math.max(1, y.values.length)));
	const known = values.flat().filter((value): value is number => value !== null);
	const [first = 0] = known;
	const best = known.reduce((most, value) => Math.max(most, value), first);
	const least = known.reduce((most, value) => Math.min(most, value), first);
	const strength = scaleLinear([least, best === least ? least + 1 : best], [0.06, 0.6]);
	const cells = values.flatMap((row, j) =>
		row.flatMap((value, i): readonly Svg[] => {
			if (value === null) return [];
			const [cx, cy] = [left + i * wide, TOP + j * tall];
			const words = `${x.name} ${x.values[i]}, ${y.name} ${y.values[j]}: ${formatMetric(value)}`;
			return [
				svg(
					'rect',
					{
						x: cx,
						y: cy,
						width: wide - 1,
						height: tall - 1,
						class: value === best ? 'cell best' : 'cell',
						'fill-opacity': strength(value),
					},
					tooltip(words),
				),
				...(wide >= 46 && tall >= 16
					? [label(cx + wide / 2, cy + tall / 2 + 4, formatMetric(value), { 'text-anchor': 'middle', class: 'figure' })]
					: []),
			];
		}),
	);
	const bottom = TOP + y.values.length * tall;
	// Every nth value, so that numbers don't lie on one another.
	const every = Math.max(1, Math.ceil((Math.max(...x.values.map((value) => widthOf(String(value)))) + 8) / wide));
	const upright = Math.max(1, Math.ceil(15 / tall));
	const at = values.flatMap((row, j) => row.flatMap((value, i) => (value === best ? [{ i, j }] : [])))[0];
	return {
		svg: drawing(
			width,
			bottom + 42,
			`${metric} over ${x.name} and ${y.name}, ${known.length} points from ${formatMetric(least)} to ${formatMetric(best)}${at === undefined ? '' : `; best at ${x.name} ${x.values[at.i]}, ${y.name} ${y.values[at.j]}`}.`,
			[
				...cells,
				...x.values.flatMap((value, i) =>
					i % every === 0
						? [
								label(left + (i + 0.5) * wide, bottom + 16, shorten(String(value), wide * every), {
									'text-anchor': 'middle',
								}),
							]
						: [],
				),
				...y.values.flatMap((value, j) =>
					j % upright === 0
						? [label(left - 6, TOP + (j + 0.5) * tall + 4, shorten(String(value), left - 20), { 'text-anchor': 'end' })]
						: [],
				),
				label(left + (x.values.length * wide) / 2, bottom + 34, x.name, { 'text-anchor': 'middle' }),
				label(12, (TOP + bottom) / 2, y.name, {
					'text-anchor': 'middle',
					transform: `rotate(-90 12 ${((TOP + bottom) / 2).toFixed(1)})`,
				}),
			],
		),
		caption: `${metric} over ${x.name} and ${y.name}: the darker the better, the best in a frame (${formatMetric(best)}).`,
	};
}
