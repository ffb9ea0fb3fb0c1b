import { type Deltas, meanDelta, sdOfDeltas } from './deltas.ts';
import { studentTQuantile, studentTUpper } from './student-t.ts';

export interface PairedT {
	readonly t: number;
	readonly df: number;
	/** Two-sided. */
	readonly p: number;
	/** Standard error of the mean delta. */
	readonly standardError: number;
}

/**
 * Student's paired t test of mean delta = 0, two-sided. Undefined for fewer than two deltas and for constant deltas,
 * which have no standard error.
 */
export function pairedT(deltas: Deltas): PairedT | undefined {
	const sd = sdOfDeltas(deltas);
	if (sd === 0) return undefined;
	const standardError = sd / Math.sqrt(deltas.length);
	const t = meanDelta(deltas) / standardError;
	const df = deltas.length - 1;
	return { t, df, p: Math.min(1, 2 * studentTUpper(Math.abs(t), df)), standardError };
}

/** The t interval of the mean delta; undefined as {@link pairedT} is. `confidence` in (0, 1). */
export function pairedTInterval(deltas: Deltas, confidence: number): { low: number; high: number } | undefined {
	const test = pairedT(deltas);
	if (test === undefined) return undefined;
	const reach = studentTQuantile((1 + confidence) / 2, test.df) * test.standardError;
	const centre = meanDelta(deltas);
	return { low: centre - reach, high: centre + reach };
}
