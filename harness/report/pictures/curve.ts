import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { formatMetric } from '../numbers.ts';
import { bottomAxis, leftAxis, linearOver } from './axis.ts';
import type { CurveFigure, Drawn } from './figure.ts';
import { markAt } from './mark.ts';
import { drawing, group, label, type Svg, shorten, svg } from './svg.ts';

const LEFT = 56;
const TOP = 26;
const BOTTOM = 260;

interface Step {
	readonly x: number;
	readonly y: number | undefined;
}

/** A metric along one setting: the flat stretch shaded, the stretch where a leg is not live grey, unseen values dashed. */
export function drawCurve(figure: CurveFigure, width: number): Drawn {
	const { axis, metric, steps, flat, notLive, asSet, chosen } = figure;
	const right = width - 16;
	const { at, axisMarks } = horizontal(figure, width);
	const y = linearOver(
		[
			...steps.flatMap(({ value, unseen }) => [value, unseen]),
			...(chosen === undefined ? [] : [chosen.seen, chosen.unseen]),
		].filter((value): value is number => value !== undefined),
		[BOTTOM, TOP],
	);
	const curve = (value: (step: CurveFigure['steps'][number]) => number | undefined): string =>
		line<Step>(
			(step) => step.x,
			(step) => step.y as number,
		).defined((step) => step.y !== undefined)(
			steps.map((step) => {
				const found = value(step);
				return { x: at(step.at), y: found === undefined ? undefined : y(found) };
			}),
		) ?? '';
	const stretch = (
		from: number | string,
		to: number | string,
		name: string,
		words: string,
		line: number,
	): readonly Svg[] => {
		const [low, high] = [at(from), at(to)].sort((one, other) => one - other) as [number, number];
		return [
			svg('rect', { x: low - 3, y: TOP, width: high - low + 6, height: BOTTOM - TOP, class: name }),
			label(low, line, shorten(words, right - low), { class: 'quiet' }),
		];
	};
	const hasUnseen = steps.some(({ unseen }) => unseen !== undefined);
	const marks: Svg[] = [
		...(flat === undefined ? [] : stretch(flat.from, flat.to, 'band', 'not told from the best', 10)),
		...(notLive === undefined ? [] : stretch(notLive.from, notLive.to, 'dead', notLive.why, 23)),
		svg('path', { d: curve(({ value }) => value), class: 'seen' }),
		...(hasUnseen ? [svg('path', { d: curve(({ unseen }) => unseen), class: 'unseen' })] : []),
		...steps.flatMap(({ at: setting, value }) =>
			value === undefined || steps.length > 60
				? []
				: [markAt(at(setting), y(value), 'quiet', `${axis} ${setting}: ${formatMetric(value)}`, 28)],
		),
		...(asSet === undefined
			? []
			: [
					svg('line', { x1: at(asSet), x2: at(asSet), y1: TOP, y2: BOTTOM, class: 'limit' }),
					label(at(asSet) + 4, BOTTOM - 6, 'as set', { class: 'quiet' }),
				]),
		...(chosen === undefined
			? []
			: [
					svg('line', {
						x1: at(chosen.at),
						x2: at(chosen.at),
						y1: y(chosen.seen),
						y2: y(chosen.unseen),
						class: 'whisker',
					}),
					markAt(
						at(chosen.at),
						y(chosen.seen),
						'same',
						`chosen ${chosen.at}, seen queries: ${formatMetric(chosen.seen)}`,
					),
					markAt(
						at(chosen.at),
						y(chosen.unseen),
						'open',
						`chosen ${chosen.at}, unseen queries: ${formatMetric(chosen.unseen)}`,
					),
				]),
	];
	return {
		svg: drawing(width, BOTTOM + 42, altOf(figure), [leftAxis(y, LEFT, right), axisMarks, ...marks]),
		caption: [
			`${metric} along ${axis}.`,
			...(flat === undefined ? [] : ['Shaded: values within one standard error of the best.']),
			...(notLive === undefined ? [] : [`Grey: ${notLive.why}.`]),
			...(hasUnseen ? ['Dashed: queries that had no part in the choice.'] : []),
			...(chosen === undefined
				? []
				: [
						'The square is what was chosen, on the queries it was chosen on; the open circle is the same on unseen ones.',
					]),
		].join(' '),
	};
}

/** Numbers on a linear scale, names side by side. */
function horizontal(
	{ axis, steps }: CurveFigure,
	width: number,
): {
	readonly at: (value: number | string) => number;
	readonly axisMarks: Svg;
} {
	const right = width - 16;
	const values = steps.map(({ at }) => at);
	if (values.every((value) => typeof value === 'number')) {
		const scale = linearOver(values as readonly number[], [LEFT, right]);
		return { at: (value) => scale(Number(value)), axisMarks: bottomAxis(scale, TOP, BOTTOM, axis, width) };
	}
	const names = values.map(String);
	const scale = scalePoint(names, [LEFT, right]).padding(0.5);
	const at = (value: number | string): number => scale(String(value)) ?? LEFT;
	return {
		at,
		axisMarks: group({ class: 'axis' }, [
			svg('line', { x1: LEFT, x2: right, y1: BOTTOM, y2: BOTTOM, class: 'rule' }),
			...names.map((name) =>
				label(at(name), BOTTOM + 16, shorten(name, scale.step() || 100), { 'text-anchor': 'middle' }),
			),
			label((LEFT + right) / 2, BOTTOM + 34, axis, { 'text-anchor': 'middle' }),
		]),
	};
}

function altOf({ axis, metric, steps, flat, notLive, asSet, chosen }: CurveFigure): string {
	const known = steps.filter((step): step is typeof step & { value: number } => step.value !== undefined);
	const best = known.reduce<(typeof known)[number] | undefined>(
		(most, step) => (most === undefined || step.value > most.value ? step : most),
		undefined,
	);
	return [
		`${metric} along ${axis}, ${known.length} values.`,
		...(best === undefined ? [] : [`Best ${formatMetric(best.value)} at ${best.at}.`]),
		...(flat === undefined ? [] : [`From ${flat.from} to ${flat.to} it is not told from the best.`]),
		...(notLive === undefined ? [] : [`From ${notLive.from} to ${notLive.to}: ${notLive.why}.`]),
		...(asSet === undefined ? [] : [`As set: ${asSet}.`]),
		...(chosen === undefined
			? []
			: [
					`Chosen ${chosen.at}: ${formatMetric(chosen.seen)} on seen queries, ${formatMetric(chosen.unseen)} on unseen ones.`,
				]),
	].join(' ');
}
