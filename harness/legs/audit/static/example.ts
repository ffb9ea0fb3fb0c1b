import type { Example, ExampleLeg } from '../leg-audit.ts';
import type { AuditContext } from './synthetic-input.ts';
import type { Trial } from './trial.ts';

/** How many documents of a list an example names. */
export const NAMED = 4;

/** An input and what the fusion made of it at the leg's weight, in a form that a person can check by hand. */
export function example(context: AuditContext, shown: Trial, exists: boolean, says: string): Example {
	const { input, pool, at } = shown;
	const fused = at(context.leg.weight, pool.docs.length);
	const ranked = Array.from(fused.docs, (docIndex, rank) => ({
		rank: rank + 1,
		doc: input.nameOf(docIndex),
		score: fused.scores[rank] as number,
	}));
	const first = fused.docs.findIndex((docIndex) => input.isNewcomer(docIndex));
	return {
		exists,
		says,
		legs: legsOf(context, shown),
		top: ranked.slice(0, context.cutoff),
		...(first < 0 ? {} : { newcomer: ranked[first] as (typeof ranked)[number] }),
	};
}

/** Lists after depth cuts and exclusions: what competes. */
function legsOf({ pipeline, leg, others }: AuditContext, { input, pool }: Trial): readonly ExampleLeg[] {
	const shown = new Set([leg.name, ...others.map((other) => other.name)]);
	return pool.legs
		.filter(({ name }) => shown.has(name))
		.map(({ name, order }) => ({
			name,
			weight: pipeline.legs.find((entry) => entry.name === name)?.weight ?? 0,
			head: Array.from(order.subarray(0, NAMED), (candidate) => input.nameOf(pool.docs[candidate] as number)),
			more: Math.max(0, order.length - NAMED),
		}));
}
