import type { Interval } from '../../stats/bootstrap-interval.ts';
import type { GateOutcome } from './result.ts';

/**
 * The gate's rule for a drop: a non-inferiority test by interval. `pass` where the whole interval of candidate -
 * baseline lies above -maxDrop, `fail` where it lies below, else `inconclusive`. `identical` (not one query scored
 * differently) passes whatever the limit.
 *
 * "No worse than maxDrop" is a one-sided claim, which the lower end of a 1 - alpha interval decides at level alpha / 2
 * (and "worse than maxDrop" the upper end). With a studentised interval this is the one-sided studentised bootstrap
 * test of a mean of -maxDrop, read off the interval that is printed, so that the two can't disagree.
 *
 * No rule sees what these queries hold no example of: where one query in r breaks and nothing else tells of it, n queries
 * show none of it, and pass, with chance (1 - 1/r)^n.
 */
export function decideDrop({ low, high }: Interval, maxDrop: number, identical: boolean): GateOutcome {
	if (identical || low > -maxDrop) return 'pass';
	return high < -maxDrop ? 'fail' : 'inconclusive';
}
