import { scaleLinear } from 'd3-scale';
import { formatMilliseconds } from '../numbers.ts';
import { bottomAxis } from './axis.ts';
import type { Drawn, StagesFigure } from './figure.ts';
import { drawing, group, label, type Svg, shorten, svg, tooltip, widthOf } from './svg.ts';

const ROW = 34;
const BAR = 20;
const SHADES = 6;

/** Mean latency by stage, one stacked bar a system; a stage has the same shade in all of them. */
export function drawStages({ systems }: StagesFigure, width: number): Drawn {
	const names = [...new Set(systems.flatMap(({ stages }) => stages.map(({ name }) => name)))];
	const legend = legendOf(names, width);
	const left = Math.min(width * 0.28, Math.max(60, ...systems.map((system) => widthOf(system.label) + 16)));
	const right = width - 60;
	const totals = systems.map(({ stages }) => stages.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
	const x = scaleLinear([0, Math.max(0.001, ...totals)], [left, right]);
	const top = legend.height + 8;
	const bottom = top + systems.length * ROW;
	const bars = systems.flatMap((system, row): readonly Svg[] => {
		const y = top + row * ROW + (ROW - BAR) / 2;
		let from = 0;
		const parts = system.stages.map(({ name, milliseconds }) => {
			const start = x(from);
			from += milliseconds;
			const long = Math.max(0, x(from) - start);
			const words = `${system.label}, ${name}: ${formatMilliseconds(milliseconds)} ms`;
			const bar = svg(
				'rect',
				{ x: start, y, width: long, height: BAR, class: shade(names.indexOf(name)) },
				tooltip(words),
			);
			const number = String(names.indexOf(name) + 1);
			return long > 14
				? group({}, [bar, label(start + long / 2, y + 14, number, { 'text-anchor': 'middle', class: 'inside' })])
				: bar;
		});
		return [
			label(left - 10, y + 14, shorten(system.label, left - 10), { 'text-anchor': 'end' }),
			...parts,
			label(x(from) + 6, y + 14, formatMilliseconds(totals[row] as number), { class: 'figure' }),
		];
	});
	const said = systems.map(
		({ label: name, stages }) =>
			`${name}: ${stages.map((stage) => `${stage.name} ${formatMilliseconds(stage.milliseconds)}`).join(', ')}`,
	);
	return {
		svg: drawing(width, bottom + 42, `Mean milliseconds per query by stage. ${said.join('; ')}.`, [
			...legend.marks,
			bottomAxis(x, top, bottom, 'mean milliseconds per query', width),
			...bars,
		]),
		caption: 'Mean latency by stage. Means add up over stages; percentiles do not, so they are in the table only.',
	};
}

function legendOf(
	names: readonly string[],
	width: number,
): { readonly marks: readonly Svg[]; readonly height: number } {
	let x = 0;
	let y = 0;
	const marks = names.flatMap((name, i): readonly Svg[] => {
		const words = `${i + 1} ${name}`;
		const wide = widthOf(words) + 34;
		if (x + wide > width && x > 0) {
			x = 0;
			y += 20;
		}
		const found = [
			svg('rect', { x, y: y + 2, width: 14, height: 14, class: shade(i) }),
			label(x + 20, y + 14, shorten(words, width - 20), {}),
		];
		x += wide;
		return found;
	});
	return { marks, height: y + 22 };
}

function shade(index: number): string {
	return `shade-${index % SHADES}`;
}
