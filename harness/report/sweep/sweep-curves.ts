import type { OptionValue } from '../../contract.ts';
import type { Curve, CurveStep } from '../../legs/sweep/curves.ts';
import type { Findings } from '../../legs/sweep/findings.ts';
import { type LegReach, type Reach, reachAt } from '../../legs/sweep/reach.ts';
import type { Swept } from '../../legs/sweep/sweep.ts';
import { metricCell, wordCell } from '../cells.ts';
import { curveFigure } from '../pictures/of-sweep.ts';
import { inGroups, sparkline } from '../sparkline.ts';
import { type Cell, type Column, type Section, type Tone, viewTable } from '../view.ts';

const WIDTH = 40;
export const REACH_MARKS: Readonly<Record<Reach, string>> = { out: 'x', special: '~', in: '=' };
const REACH_TONES: Readonly<Record<Reach, Tone>> = { out: 'special', special: 'open', in: 'good' };

interface Line {
	readonly axis: string;
	readonly what: string;
	readonly curve: string;
	readonly ends: string;
	readonly lowest?: number | undefined;
	readonly highest?: number | undefined;
	readonly flat: string;
}

/** One line per axis, and under a leg's weight which of its values let a document of the leg's own enter. */
export function curvesSection(findings: Findings): Section {
	const lines = findings.curves.flatMap(({ axis, steps, flat }): Line[] => {
		const means = steps.flatMap(({ mean }) => (mean === undefined ? [] : [mean]));
		const values = steps.map(({ value }) => value);
		const reach = findings.reaches.find((found) => found.axis === axis);
		return [
			{
				axis,
				what: findings.metric.name,
				curve: sparkline(
					steps.map(({ mean }) => mean),
					WIDTH,
				),
				ends: `${String(values[0])} .. ${String(values.at(-1))}`,
				lowest: Math.min(...means),
				highest: Math.max(...means),
				flat: `${String(flat.from)} .. ${String(flat.to)}`,
			},
			...(reach === undefined
				? []
				: [{ axis, what: `${reach.leg} enters`, curve: liveness(reach, values), ends: '', flat: '' }]),
		];
	});
	const number = (key: 'lowest' | 'highest'): Column<Line> => ({
		key,
		header: key,
		align: 'right',
		dropOrder: 2,
		cell: (line): Cell => (line[key] === undefined ? { text: '', value: null } : metricCell(line[key])),
	});
	return {
		name: 'curves',
		table: viewTable<Line>(
			[
				{
					key: 'axis',
					header: 'setting',
					identifies: true,
					cell: ({ axis, what }) => ({ text: what === findings.metric.name ? axis : '', value: axis }),
				},
				{ key: 'what', header: '', identifies: true, cell: ({ what }) => what },
				{ key: 'curve', header: 'curve', cell: ({ curve }) => curve },
				{ key: 'values', header: 'from .. to', cell: ({ ends }) => ends },
				number('lowest'),
				number('highest'),
				{ key: 'flat', header: 'flat', dropOrder: 1, cell: ({ flat }) => flat },
			],
			lines,
			({ axis }) => axis,
		),
		notes: [
			'flat: the values around the best one whose points are within one standard error of the best.',
			...findings.reaches.map(reachText),
		],
	};
}

/** Every value of an axis with its means. */
export function curveSections(swept: Swept, findings: Findings): readonly Section[] {
	return findings.curves.map((curve): Section => {
		const reach = findings.reaches.find(({ axis }) => axis === curve.axis);
		return {
			name: `curve_${curve.axis}`,
			title: `${findings.metric.name} by ${curve.axis}${swept.axes.length > 1 ? ', the other settings at their best' : ''}`,
			detail: true,
			picture: curveFigure(swept, findings, curve),
			table: viewTable<CurveStep>(stepColumns(swept, curve, reach), curve.steps),
		};
	});
}

function stepColumns(swept: Swept, { axis }: Curve, reach: LegReach | undefined): readonly Column<CurveStep>[] {
	return [
		{
			key: axis,
			header: axis,
			identifies: true,
			align: 'right',
			cell: ({ value }) => ({ text: String(value), value: Array.isArray(value) ? String(value) : (value as number) }),
		},
		{ key: 'mean', header: 'overall', align: 'right', cell: ({ mean }) => metricCell(mean) },
		...(swept.strata.length > 1
			? swept.strata.map(
					({ name }, i): Column<CurveStep> => ({
						key: `mean_${name}`,
						header: name,
						align: 'right',
						cell: ({ strata }) => metricCell(strata[i]),
					}),
				)
			: []),
		...(reach === undefined
			? []
			: [
					{
						key: 'enters',
						header: `${reach.leg} enters`,
						cell: ({ value }: CurveStep) => {
							const found = reachAt(reach, value as number);
							return wordCell(REACH_WORDS[found], REACH_TONES[found]);
						},
					},
				]),
	];
}

const REACH_WORDS: Readonly<Record<Reach, string>> = { out: 'no', special: 'in some cases', in: 'yes' };

function liveness(reach: LegReach, values: readonly OptionValue[]): string {
	return inGroups(values, WIDTH)
		.map((group) => REACH_MARKS[reachAt(reach, group[0] as number)])
		.join('');
}

function reachText({ leg, fullLists, disjoint }: LegReach): string {
	if (fullLists === null)
		return `${leg} enters, x: no weight was found at which a document that only ${leg} returns enters against full lists, so this tests the order that ${leg} gives to what the others return.`;
	const from = disjoint === null ? 'no weight' : disjoint.toFixed(3);
	return `${leg} enters, against full lists: x below ${fullLists.toFixed(3)} no document that only ${leg} returns does (a test of ${leg} as a re-orderer; at 0 of nothing), ~ one does in some cases, = from ${from} one does where the others return nothing in common.`;
}
