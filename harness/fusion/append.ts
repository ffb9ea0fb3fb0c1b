import type { Fusion } from '../contract.ts';
import { BenchError } from '../errors.ts';

/**
 * Concatenation: all documents of the first leg in its order, then the new documents of the second, and so on. What
 * systems do that run a second search and append it; cut at a limit, the later legs may never be seen.
 *
 * `order` names the legs from first to last; legs that it does not name follow by name. Weights play no part beyond
 * a leg of weight 0 being no leg. The score is the number of candidates from this place to the end of the list; a
 * missing document gets nothing from a leg (there is no other policy here).
 */
export const append: Fusion<{ order: readonly string[] }> = {
	name: 'append',
	summary: "concatenation: each leg's new documents after the leg before it",
	defaults: { order: [] },
	help: { order: 'the legs from first to last' },
	score(pool, _weights, { order }, out) {
		if (new Set(order).size < order.length)
			throw new BenchError('usage', `append: option order names a leg twice: ${order.join(',')}`);
		const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
		const legs = [...pool.legs].sort((x, y) => placeOf(x.name) - placeOf(y.name));
		out.fill(0);
		let remaining = out.length;
		for (const leg of legs) for (const candidate of leg.order) if (out[candidate] === 0) out[candidate] = remaining--;
	},
};
