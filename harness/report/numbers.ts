/** Four decimals, as the field prints measures; a dash where there is no value. */
export function formatMetric(value: number | undefined): string {
	return value === undefined || Number.isNaN(value) ? '-' : value.toFixed(4);
}

/** Milliseconds with three significant digits or so. */
export function formatMilliseconds(value: number): string {
	return value >= 100
		? value.toFixed(0)
		: value >= 10
			? value.toFixed(1)
			: value >= 1
				? value.toFixed(2)
				: value.toFixed(3);
}

export function formatBytes(bytes: number): string {
	const units = ['B', 'KB', 'MB', 'GB'];
	let value = bytes;
	let unit = 0;
	while (value >= 1000 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	return `${unit === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${units[unit] as string}`;
}

/** Thousands separated by commas. */
export function formatCount(value: number): string {
	return value.toLocaleString('en-US');
}

/** A difference: sign always shown, four decimals. */
export function formatDelta(value: number): string {
	return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(4)}`;
}

/** A p value: three decimals, never rounded to 0; a dash where the test is not defined. */
export function formatP(value: number | undefined): string {
	return value === undefined ? '-' : value < 0.001 ? '<.001' : value.toFixed(3);
}
