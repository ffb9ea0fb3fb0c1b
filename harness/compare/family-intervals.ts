import type { BootstrapResult } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/interval.ts';
import { simultaneousIntervals } from '../stats/simultaneous.ts';
import type { GatedRow } from './gatekeeping.ts';

/** A judged row with what resampling said of its queries. */
interface ResampledRow {
	readonly row: Pick<GatedRow, 'role'>;
	readonly notATest: string | undefined;
	readonly resampled: BootstrapResult;
}

/**
 * Intervals that hold all at once within each family (`stats/simultaneous.ts`), in the order given: the primary rows of
 * all pairs, the secondary rows, the exploratory rows. Undefined for a row that tests nothing.
 */
export function familyIntervals(rows: readonly ResampledRow[], confidence: number): readonly (Interval | undefined)[] {
	const intervals = new Map<ResampledRow, Interval>();
	for (const role of ['primary', 'secondary', 'exploratory'] as const) {
		const family = rows.filter(({ row, notATest }) => notATest === undefined && row.role === role);
		simultaneousIntervals(
			family.map(({ resampled }) => resampled),
			confidence,
		).forEach((interval, i) => {
			intervals.set(family[i] as ResampledRow, interval);
		});
	}
	return rows.map((row) => intervals.get(row));
}
