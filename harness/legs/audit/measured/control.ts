import type { KeptLegs } from '../../../fusion/kept-legs.ts';
import { activeLegs, type MeasureContext, type MeasuredQuery } from './measured-query.ts';

/**
 * The pool of the same size without the leg: the other legs pulled deeper, one document each in turn, until the pool
 * is as large as with the leg. `deeper` holds longer lists of the same legs; whatever of the first `depth` documents
 * they order otherwise changes nothing. `short` says that the lists ended first.
 */
export function controlPool(
	{ kept, without }: MeasureContext,
	query: MeasuredQuery,
	queryIndex: number,
	deeper: KeptLegs,
): { readonly docs: readonly number[]; readonly short: boolean } {
	const docs = new Set(query.poolWithout);
	const target = query.poolWith.length;
	const lists = activeLegs(without).map(({ name, depth }) => {
		const own = kept.legs.find((leg) => leg.name === name)?.rankings[queryIndex]?.docs ?? [];
		const longer = deeper.legs.find((leg) => leg.name === name)?.rankings[queryIndex]?.docs ?? [];
		return [...own.slice(depth), ...longer][Symbol.iterator]();
	});
	let open = lists.length;
	const ended = lists.map(() => false);
	while (docs.size < target && open > 0)
		for (const [i, list] of lists.entries()) {
			if (docs.size >= target || ended[i] === true) continue;
			const next = nextNew(list, docs);
			if (next === undefined) {
				ended[i] = true;
				open--;
			} else docs.add(next);
		}
	return { docs: [...docs], short: docs.size < target };
}

function nextNew(list: Iterator<number>, seen: ReadonlySet<number>): number | undefined {
	for (let step = list.next(); step.done !== true; step = list.next()) if (!seen.has(step.value)) return step.value;
	return undefined;
}
