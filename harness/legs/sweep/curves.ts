import type { OptionValue } from '../../contract.ts';
import { valueAt } from '../grid/value-table.ts';
import type { Swept } from './sweep.ts';

/** How the first metric goes along one axis: at each value the best point that has it. */
export interface Curve {
	readonly axis: string;
	readonly steps: readonly CurveStep[];
	/** First and last value of the stretch around the best value whose points are all within one standard error of it. */
	readonly flat: { readonly from: OptionValue; readonly to: OptionValue };
}

export interface CurveStep {
	readonly value: OptionValue;
	/** The best point with this value; undefined where a sample has none. */
	readonly point: number | undefined;
	readonly mean: number | undefined;
	/** Means by stratum, in the order of the sweep's strata. */
	readonly strata: readonly (number | undefined)[];
}

/**
 * One curve per axis. With a single axis it is the metric itself; with several, at each value the other settings are
 * those of the best point that has it, so that the curve shows what the value costs at its best.
 *
 * @param within - by point, whether it is within one standard error of the best.
 */
export function curvesOf(swept: Swept, best: number, within: Uint8Array): readonly Curve[] {
	const { axes, points, table, strata } = swept;
	return axes.map(({ name, values }, axis): Curve => {
		const bestWith = new Map<number, number>();
		points.forEach(({ positions, means }, point) => {
			const position = positions?.[axis];
			if (position === undefined) return;
			const before = bestWith.get(position);
			if (before === undefined || (means[0] as number) > (points[before]?.means[0] as number))
				bestWith.set(position, point);
		});
		const steps = values.map((value, position): CurveStep => {
			const point = bestWith.get(position);
			return {
				value,
				point,
				mean: point === undefined ? undefined : points[point]?.means[0],
				strata: strata.map(({ rows }) =>
					point === undefined
						? undefined
						: rows.reduce((sum, row) => sum + valueAt(table, point, row), 0) / rows.length,
				),
			};
		});
		return { axis: name, steps, flat: flatAround(steps, points[best]?.positions?.[axis], within) };
	});
}

function flatAround(steps: readonly CurveStep[], best: number | undefined, within: Uint8Array): Curve['flat'] {
	const isWithin = (position: number): boolean => {
		const point = steps[position]?.point;
		return point !== undefined && within[point] === 1;
	};
	// The best may be the system as set, off the grid: then the stretch begins at the best value that is on it.
	const means = steps.map(({ mean }) => mean ?? Number.NEGATIVE_INFINITY);
	const start = best ?? means.indexOf(means.reduce((most, mean) => Math.max(most, mean), Number.NEGATIVE_INFINITY));
	let from = start;
	let to = start;
	while (isWithin(from - 1)) from--;
	while (isWithin(to + 1)) to++;
	return { from: steps[from]?.value as OptionValue, to: steps[to]?.value as OptionValue };
}
