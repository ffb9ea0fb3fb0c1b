import type { OptionValue } from '../../contract.ts';
import type { Curve } from '../../legs/sweep/curves.ts';
import type { Findings } from '../../legs/sweep/findings.ts';
import { reachAt } from '../../legs/sweep/reach.ts';
import type { Swept } from '../../legs/sweep/sweep.ts';
import type { CurveFigure, HeatMapFigure } from './figure.ts';

/** One curve of a sweep: the flat stretch, where the leg is not live, the system as set, the choice seen and unseen. */
export function curveFigure(swept: Swept, findings: Findings, curve: Curve): CurveFigure {
	const { axis, steps, flat } = curve;
	const reach = findings.reaches.find((found) => found.axis === axis);
	const values = steps.map(({ value }) => value);
	const out =
		reach === undefined
			? []
			: values.filter((value): value is number => typeof value === 'number' && reachAt(reach, value) === 'out');
	const index = swept.axes.findIndex(({ name }) => name === axis);
	const valueAt = (point: number): OptionValue | undefined => {
		const position = swept.points[point]?.positions?.[index];
		return position === undefined ? undefined : swept.axes[index]?.values[position];
	};
	const asSet = swept.points[swept.base]?.settings[axis];
	const best = findings.choices.find(({ rule }) => rule === 'best');
	const chosenAt = best === undefined ? undefined : valueAt(best.point);
	const onAxis = (value: OptionValue | undefined): value is OptionValue =>
		value !== undefined && (typeof value === 'number' || values.some((one) => String(one) === String(value)));
	return {
		kind: 'curve',
		axis,
		metric: findings.metric.name,
		steps: steps.map(({ value, mean }) => ({ at: plain(value), value: mean })),
		flat: { from: plain(flat.from), to: plain(flat.to) },
		...(reach === undefined || out.length === 0
			? {}
			: {
					notLive: {
						from: Math.min(...out),
						to: Math.max(...out),
						why: `no document that only ${reach.leg} has enters against full lists`,
					},
				}),
		...(onAxis(asSet) ? { asSet: plain(asSet) } : {}),
		...(best === undefined || !onAxis(chosenAt)
			? {}
			: { chosen: { at: plain(chosenAt), seen: best.optimistic, unseen: best.heldOut } }),
	};
}

/** Two swept settings as a heat map; undefined for another number of them, and where points were sampled. */
export function heatMapOf({ axes, points, metrics, sampling }: Swept): HeatMapFigure | undefined {
	const [x, y] = axes;
	if (axes.length !== 2 || x === undefined || y === undefined || sampling !== 'all') return undefined;
	const values = y.values.map(() => x.values.map((): number | null => null));
	for (const { positions, means } of points) {
		const [i, j] = positions ?? [];
		if (i === undefined || j === undefined) continue;
		const row = values[j];
		const mean = means[0];
		if (row !== undefined && mean !== undefined && !Number.isNaN(mean)) row[i] = mean;
	}
	return {
		kind: 'heat-map',
		metric: metrics[0]?.name ?? '',
		x: { name: x.name, values: x.values.map(plain) },
		y: { name: y.name, values: y.values.map(plain) },
		values,
	};
}

function plain(value: OptionValue): number | string {
	return typeof value === 'number' ? value : String(value);
}
