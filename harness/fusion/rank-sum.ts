import type { Pool } from '../contract.ts';
import type { AbsentPolicy } from './absent.ts';
import { keepFinite } from './finite.ts';

/**
 * Sum over legs of weight x value of the rank (1-based), into `out`. {@link AbsentPolicy} says what a missing
 * document gets. Legs are summed in the pool's order, so equal pools give equal bits.
 */
export function sumByRank(
	pool: Pool,
	weights: Float64Array,
	valueOfRank: (rank: number) => number,
	absent: AbsentPolicy,
	out: Float64Array,
): void {
	out.fill(0);
	for (let leg = 0; leg < pool.legs.length; leg++) {
		const { order, ranks } = pool.legs[leg] as Pool['legs'][number];
		if (order.length === 0) continue;
		const weight = weights[leg] as number;
		for (let i = 0; i < order.length; i++) {
			const candidate = order[i] as number;
			out[candidate] = (out[candidate] as number) + weight * valueOfRank(i + 1);
		}
		if (absent === 'zero') continue;
		const last = weight * valueOfRank(order.length + 1);
		for (let candidate = 0; candidate < ranks.length; candidate++)
			if (ranks[candidate] === 0) out[candidate] = (out[candidate] as number) + last;
	}
	keepFinite(out);
}

/** Multiplies each candidate's score by the number of legs that returned it. */
export function timesLegsReturning(pool: Pool, out: Float64Array): void {
	for (let candidate = 0; candidate < out.length; candidate++) {
		let returning = 0;
		for (let leg = 0; leg < pool.legs.length; leg++)
			if ((pool.legs[leg] as Pool['legs'][number]).ranks[candidate] !== 0) returning++;
		out[candidate] = (out[candidate] as number) * returning;
	}
	keepFinite(out);
}
