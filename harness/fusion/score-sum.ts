import type { Pool, PoolLeg } from '../contract.ts';
import type { AbsentPolicy } from './absent.ts';
import { keepFinite } from './finite.ts';
import type { Scale } from './normalise/scale.ts';

/**
 * Sum over legs of weight x normalised score, into `out`. `scaleOf` gives the scale of a leg from what it returned for
 * this query. {@link AbsentPolicy} says what a missing document gets.
 */
export function sumOfScores(
	pool: Pool,
	weights: Float64Array,
	scaleOf: (leg: PoolLeg) => Scale,
	absent: AbsentPolicy,
	out: Float64Array,
): void {
	out.fill(0);
	for (let i = 0; i < pool.legs.length; i++) {
		const leg = pool.legs[i] as PoolLeg;
		if (leg.order.length === 0) continue;
		const { unit, origin, span, floor, ceiling, degenerate } = scaleOf(leg);
		const weight = weights[i] as number;
		const valueAt = (score: number): number =>
			span > 0 ? Math.min(ceiling, Math.max(floor, (score * unit - origin) / span)) : degenerate;
		for (let rank = 0; rank < leg.order.length; rank++) {
			const candidate = leg.order[rank] as number;
			out[candidate] = (out[candidate] as number) + weight * valueAt(leg.scores[candidate] as number);
		}
		if (absent === 'zero') continue;
		const last = weight * valueAt(leg.scores[leg.order[leg.order.length - 1] as number] as number);
		for (let candidate = 0; candidate < leg.ranks.length; candidate++)
			if (leg.ranks[candidate] === 0) out[candidate] = (out[candidate] as number) + last;
	}
	keepFinite(out);
}
