/**
 * The systems (by index) that stand on another side of system `run` when the means change from `before` to `after`;
 * equal counts as a side of its own. Differences below 1e-9 are rounding.
 */
export function orderChanges(before: readonly number[], after: readonly number[], run: number): readonly number[] {
	const side = (means: readonly number[], other: number): number => {
		const difference = (means[run] as number) - (means[other] as number);
		return Math.abs(difference) < 1e-9 ? 0 : Math.sign(difference);
	};
	return [...before.keys()].filter((other) => other !== run && side(before, other) !== side(after, other));
}
