import type { BootstrapResult } from './bootstrap.ts';
import type { Interval } from './interval.ts';

/**
 * Intervals that hold all at once with `confidence`, for the rows of one family (`--simultaneous`): each at
 * 1 - (1 - confidence) / m (Bonferroni), in the order given. One that is off 0 is also rejected by Holm; the reverse
 * can fail for a row that Holm rejects only after others, at a laxer step (`holmLevels`).
 */
export function simultaneousIntervals(
	family: readonly Pick<BootstrapResult, 'at'>[],
	confidence: number,
): readonly Interval[] {
	return family.map(({ at }) => at(1 - (1 - confidence) / family.length));
}
