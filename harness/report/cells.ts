import { formatBytes, formatCount, formatDelta, formatMetric, formatMilliseconds, formatP } from './numbers.ts';
import type { Cell, Tone } from './view.ts';

/** A value of a metric, four decimals; a dash where there is none. */
export function metricCell(value: number | undefined): Cell {
	return { text: formatMetric(value), value: known(value) };
}

/** A difference with its sign, four decimals; a dash where there is none. */
export function deltaCell(value: number | undefined): Cell {
	return { text: value === undefined ? '-' : formatDelta(value), value: known(value) };
}

/** A p value, three decimals, never rounded to 0. */
export function pCell(value: number | undefined): Cell {
	return { text: formatP(value), value: known(value) };
}

/** `low .. high` of a difference. */
export function intervalCell(interval: { readonly low: number; readonly high: number } | undefined): Cell {
	if (interval === undefined) return { text: '-', value: null };
	return {
		text: `${formatDelta(interval.low)} .. ${formatDelta(interval.high)}`,
		value: [interval.low, interval.high],
	};
}

/** A whole number with thousands separated. */
export function countCell(value: number | undefined, mark = ''): Cell {
	return { text: value === undefined ? '-' : `${formatCount(value)}${mark}`, value: known(value) };
}

/** A number with so many decimals. */
export function numberCell(value: number | undefined, decimals: number): Cell {
	return { text: value === undefined || Number.isNaN(value) ? '-' : value.toFixed(decimals), value: known(value) };
}

/** A share in 0..1, printed in per cent. */
export function shareCell(value: number | undefined, decimals = 0): Cell {
	return { text: value === undefined ? '-' : `${(100 * value).toFixed(decimals)} %`, value: known(value) };
}

export function millisecondsCell(value: number | undefined): Cell {
	return { text: value === undefined ? '-' : formatMilliseconds(value), value: known(value) };
}

export function bytesCell(value: number | undefined): Cell {
	return { text: value === undefined ? '-' : formatBytes(value), value: known(value) };
}

/** A word with a meaning: a verdict, an outcome. */
export function wordCell(text: string, tone?: Tone): Cell {
	return tone === undefined ? { text, value: text } : { text, value: text, tone };
}

function known(value: number | undefined): number | null {
	return value === undefined || !Number.isFinite(value) ? null : value;
}
