/**
 * The point in [low, high] where a rising function reaches 0, to the last bit that halving can give. `low` where it
 * is above 0 everywhere, `high` where it never gets there.
 */
export function bisect(rising: (x: number) => number, low: number, high: number): number {
	let below = low;
	let above = high;
	if (rising(below) >= 0) return below;
	if (rising(above) < 0) return above;
	for (;;) {
		const middle = below + (above - below) / 2;
		if (middle <= below || middle >= above) return above;
		if (rising(middle) < 0) below = middle;
		else above = middle;
	}
}
