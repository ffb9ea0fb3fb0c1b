import type { Fusion } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { unknownName } from '../names.ts';
import { option } from '../options.ts';

const options = { order: option.list([], { help: 'the legs from first to last' }) };

/**
 * Concatenation: all documents of the first leg in its order, then the new documents of the second, and so on, as in
 * systems that run a second search and append it; cut at a limit, the later legs may never be seen.
 *
 * `order` names the legs from first to last; legs that it does not name follow by name. Weights play no part beyond
 * a leg of weight 0 being no leg. The score is the number of candidates from this rank to the end of the list; a
 * missing document gets nothing from a leg (there is no other policy here).
 */
export const append: Fusion<typeof options> = {
	name: 'append',
	summary: "concatenation: each leg's new documents after the leg before it",
	options,
	validate({ order }, legs) {
		if (new Set(order).size < order.length)
			throw new BenchError('usage', `append: option order names a leg twice: ${order.join(',')}`);
		for (const name of order)
			if (!legs.includes(name))
				throw unknownName('leg', name, legs, { message: `append: option order names "${name}", which is not a leg` });
	},
	score(pool, _weights, { order }, out) {
		const positionOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
		const legs = [...pool.legs].sort((x, y) => positionOf(x.name) - positionOf(y.name));
		out.fill(0);
		let remaining = out.length;
		for (const leg of legs) for (const candidate of leg.order) if (out[candidate] === 0) out[candidate] = remaining--;
	},
};
