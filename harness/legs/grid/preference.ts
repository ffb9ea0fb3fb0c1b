import type { OptionValue } from '../../contract.ts';
import type { Axis } from './axis.ts';

/**
 * The points in order of preference: the system as set (`base`) first, then by steps along the axes, each axis as long
 * as any other, then as in the grid.
 *
 * @param asSet - by axis, the value in the system as set; undefined where it has no single one.
 */
export function byDistance(
	all: readonly { readonly positions: Int32Array | undefined }[],
	axes: readonly Axis[],
	asSet: readonly (OptionValue | undefined)[],
	base: number,
): Int32Array {
	const origin = axes.map(({ values }, axis) => positionOf(values, asSet[axis]));
	const distances = all.map(({ positions }, point) =>
		point === base || positions === undefined
			? 0
			: axes.reduce((sum, { values }, axis) => {
					const from = origin[axis];
					const steps = from === undefined ? values.length : Math.abs((positions[axis] as number) - from);
					return sum + steps / Math.max(1, values.length - 1);
				}, 0),
	);
	return Int32Array.from(all.keys()).sort(
		(x, y) => (distances[x] as number) - (distances[y] as number) || Number(y === base) - Number(x === base) || x - y,
	);
}

/** The position of a value on an axis, between two of its values if need be; undefined for a word that is not on it. */
function positionOf(values: readonly OptionValue[], value: OptionValue | undefined): number | undefined {
	const exact = value === undefined ? -1 : values.indexOf(value);
	if (exact >= 0) return exact;
	if (typeof value !== 'number') return undefined;
	const above = values.findIndex((candidate) => typeof candidate === 'number' && candidate > value);
	if (above < 0) return values.length - 1;
	if (above === 0) return 0;
	const [low, high] = [values[above - 1] as number, values[above] as number];
	return above - 1 + (value - low) / (high - low);
}
