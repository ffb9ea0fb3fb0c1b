import { smallestP } from '../../stats/clusters.ts';
import { type ComparisonRow, FEW_QUERIES } from '../comparison.ts';
import { nameOfTarget } from './columns.ts';
import { decideDrop } from './decide-drop.ts';
import type { DropLimit } from './limits.ts';
import type { DropCheck, GateOutcome } from './result.ts';
import { ROUNDING } from './rounding.ts';

/** Judges one drop by its row of the comparison; `deltas` are the row's, `maxDrop` the limit as a number. */
export function dropCheck(
	limit: DropLimit,
	maxDrop: number,
	row: ComparisonRow,
	deltas: readonly number[],
	alpha: number,
): DropCheck {
	const { interval, effect, clustering } = row;
	const identical = deltas.every((delta) => Math.abs(delta) <= ROUNDING);
	const tooFew = clustering !== undefined && smallestP(clustering.clusters) >= alpha;
	const outcome = tooFew && !identical ? 'inconclusive' : decideDrop(interval, maxDrop, identical);
	const reasons: Record<GateOutcome, string> = {
		pass: identical
			? 'not one query scored differently'
			: `the drop is less than ${maxDrop}: even the interval's lower end is ${interval.low.toFixed(4)}`,
		fail: `the drop is more than ${maxDrop}: even the interval's upper end is ${interval.high.toFixed(4)}`,
		inconclusive: tooFew
			? `${clustering.clusters} clusters of queries can reach no p below ${smallestP(clustering.clusters)}: more clusters are needed, not more queries`
			: `${effect.n} queries${clustering === undefined ? '' : ` in ${clustering.clusters} clusters`} can't tell whether the drop is more than ${maxDrop} (--plan says which they can)`,
	};
	return {
		kind: 'drop',
		name: nameOfTarget(limit),
		limit,
		maxDrop,
		baseline: row.baselineMean,
		candidate: row.challengerMean,
		delta: effect.meanDelta,
		interval,
		queries: effect.n,
		few: effect.n < FEW_QUERIES,
		clustering,
		outcome,
		reason: reasons[outcome],
	};
}
