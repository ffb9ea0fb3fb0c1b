const BARS = '▁▂▃▄▅▆▇█';

/**
 * A curve as one line of text, from its lowest value (a low bar) to its highest. A gap is a space; a level curve is
 * drawn in the middle. Longer ones are thinned to `width` by averaging neighbours.
 */
export function sparkline(values: readonly (number | undefined)[], width = 60): string {
	const thinned = thin(values, width);
	const known = thinned.filter((value): value is number => value !== undefined);
	const low = Math.min(...known);
	const high = Math.max(...known);
	return thinned
		.map((value) => {
			if (value === undefined) return ' ';
			const height = high - low < 1e-12 ? 0.5 : (value - low) / (high - low);
			return BARS[Math.min(BARS.length - 1, Math.floor(height * BARS.length))] as string;
		})
		.join('');
}

/** `width` groups of neighbours, each reduced by `reduce`; the same grouping as the sparkline's. */
export function inGroups<T>(items: readonly T[], width: number): readonly (readonly T[])[] {
	if (items.length <= width) return items.map((item) => [item]);
	return Array.from({ length: width }, (_, i) =>
		items.slice(Math.floor((i * items.length) / width), Math.floor(((i + 1) * items.length) / width)),
	);
}

function thin(values: readonly (number | undefined)[], width: number): readonly (number | undefined)[] {
	return inGroups(values, width).map((group) => {
		const known = group.filter((value): value is number => value !== undefined);
		return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
	});
}
